declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What is reckoned and compared, for `docs/generated/rules.md`: each by its id, which tests bear and the screen shows. */
    reckoned?: readonly Reckoned[]
  }
}

/** A formula or a tie-out: what it says, and where that stands. */
export type Reckoned = {
  id: string
  title: string
  says: string
  /** `domain 4.9`. */
  source: string
  kind: 'formula' | 'stops the submission' | 'warns'
}
