export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    void promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
