/** What comes, or nothing where it takes longer than so many ms. */
export function cameWithin<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    void coming.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
