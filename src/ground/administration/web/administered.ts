/** What an administrator looks after, with the way there. */
export type Administered = { label: string; to: string; text: string; order: number }

declare module '#kernel/web/module.ts' {
  interface WebModule {
    /** What of it the agency's administrators look after. */
    administered?: readonly Administered[]
  }
  interface TabProps {
    administration: object
  }
}

/** Everything that can be administered, in order. */
export let administered: readonly Administered[] = []

/** Takes what can be administered. */
export function setAdministered(given: readonly Administered[]): void {
  administered = given.toSorted((one, other) => one.order - other.order)
}
