/** 'i…@example.com' (rule 15.1). */
export const maskAddress = (address: string) => address.replace(/^(.).*@/u, '$1…@');
