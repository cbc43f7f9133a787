/** The little of node's own test runner that is used here. */
declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  const assert: {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    ok(value: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
    doesNotMatch(text: string, pattern: RegExp): void;
  };
  export default assert;
}
