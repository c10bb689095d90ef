// The health check of docker-compose.yml: ends with 0 while this instance takes requests.
const url = `http://localhost:${process.env.PORTAL_PORT ?? 3000}/api/health/ready`;
const ready = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  (response) => response.ok,
  () => false,
);
process.exit(ready ? 0 : 1);
