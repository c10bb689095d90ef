/** Gets no processor any more. */
export default (): Promise<never> => {
  process.kill(process.pid, 'SIGSTOP');
  return new Promise(() => undefined);
};
