#!/bin/bash
# Starts Keycloak in production, once every setting is there: it would take an empty one, or the name of a missing one, for real.
set -eu
missing=""
for name in KC_BOOTSTRAP_ADMIN_PASSWORD KC_DB_PASSWORD KC_HOSTNAME PORTAL_BASE_URL PORTAL_PRICING_ENGINE_SECRET PORTAL_CUSTOMER_CENTRE_SECRET; do
  [[ -n "${!name:-}" ]] || missing="$missing $name"
done
if [[ -n "$missing" ]]; then
  echo "Die Einstellungen von Keycloak sind unvollständig. Es fehlen:$missing" >&2
  exit 78
fi
for name in KC_BOOTSTRAP_ADMIN_PASSWORD PORTAL_PRICING_ENGINE_SECRET PORTAL_CUSTOMER_CENTRE_SECRET; do
  value=${!name}
  if [[ ${#value} -lt 16 ]]; then
    echo "$name: mindestens 16 Zeichen" >&2
    exit 78
  fi
done
# As apps/api/src/published-secrets.ts has them.
for name in KC_BOOTSTRAP_ADMIN_PASSWORD KC_DB_PASSWORD PORTAL_PRICING_ENGINE_SECRET PORTAL_CUSTOMER_CENTRE_SECRET; do
  case "${!name}" in
    demo | admin | portal | portal_api | portal_owner | postgres | keycloak | demo-*)
      echo "$name: Das Geheimnis der Vorführung ist öffentlich bekannt und im Produktivbetrieb nicht erlaubt." >&2
      exit 78
      ;;
  esac
done
exec "${KEYCLOAK_HOME:-/opt/keycloak}/bin/kc.sh" start --import-realm
