declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * The computed and compared figures, for `docs/generated/rules.md`: each by its id, which tests carry and
     * the screen shows.
     */
    reckoned?: readonly Reckoned[]
  }
}

/** A formula or a tie-out: its text and the source of the rule. */
export type Reckoned = {
  id: string
  title: string
  says: string
  /** `domain 4.9`. */
  source: string
  kind: 'formula' | 'stops the submission' | 'warns'
}
