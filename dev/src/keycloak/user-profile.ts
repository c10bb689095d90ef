/** Seen by administrators and the person, changed by administrators only: names of customers come from the customer centre. */
const permissions = { view: ['admin', 'user'], edit: ['admin'] };

const standard = ['username', 'email', 'firstName', 'lastName'].map((name) => ({
  name,
  displayName: `\${${name}}`,
  permissions,
}));

/** What Keycloak keeps of a person; without these entries it refuses the attributes. */
export const userProfile = {
  attributes: [
    ...standard,
    { name: 'title', displayName: 'Titel', permissions },
    { name: 'country', displayName: 'Land', permissions, validations: { options: { options: ['DE', 'AT'] } } },
  ],
};
