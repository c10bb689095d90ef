export default async (order: unknown) => ({ answer: order });
