/** Keeps the main thread busy for ever. */
export default (): never => {
  for (;;) Math.random();
};
