/** A kind of thing that can be found. */
export type Searchable = {
  /** Unique among all: `property`. The web side of its module says where it leads. */
  kind: string
  /** Where its results stand among those of the other kinds, the lowest first. */
  order: number
  /**
   * One SELECT of id, property id or null, label, detail and score, without order or limit. `$1` is the text in lower
   * case, `$4` the same as a pattern; `$2` the most rows of a kind. `$3` is the number of a record when the text is one,
   * and `$5` the letters before it, `mc` of `MC-12`. It runs under row-level security; what is not under it, it narrows.
   */
  rows: string
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    searchable?: readonly Searchable[]
  }
}

/** SQL: the name holds the words, or resembles them; written so that a trigram index on the same expression serves both. */
export const fits = (name: string): string => `(${name} like $4 or $1 <% ${name})`

/** The most of what fits that is weighed: a search that vague is not worth more. */
export const MOST_WEIGHED = 2000
