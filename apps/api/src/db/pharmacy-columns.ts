export const PHARMACY_COLUMNS = {
  apoId: 'int',
  crmCompanyId: 'int',
  token: 'text',
  name: 'text',
  street: 'text',
  zipcode: 'text',
  city: 'text',
  country: 'text',
  betriebsNr: 'text?',
  active: 'int',
  userAccessActivated: 'bool',
  contractStatus: 'int',
  userEmails: 'text?',
} as const;

/** Of `pharmacy p`. */
export const PHARMACY_SELECTED = `p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.token, p.name, p.street, p.zipcode, p.city,
         p.country, p.betriebs_nr AS "betriebsNr", p.active, p.user_access_activated AS "userAccessActivated",
         p.contract_status AS "contractStatus", p.user_emails AS "userEmails"`;
