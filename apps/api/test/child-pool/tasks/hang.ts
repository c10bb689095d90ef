/** Never answers, and uses no processor time. */
export default (): Promise<never> => new Promise(() => undefined);
