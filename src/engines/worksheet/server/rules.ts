declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * The formulas and tie-outs of the module, listed in `docs/generated/rules.md`. Each has an id, which
     * the titles of its tests contain and the screen shows.
     */
    computationRules?: readonly RuleEntry[]
  }
}

/** A formula or a tie-out: its text and the source of the rule. */
export type RuleEntry = {
  id: string
  title: string
  says: string
  /** `domain 4.9`. */
  source: string
  kind: 'formula' | 'stops the submission' | 'warns'
}
