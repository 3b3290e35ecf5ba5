import type { RawBuilder } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FilingRules } from '../model/rules.ts'

/** A module whose records are filed without tasks. Requirements refer to its number. */
export type FiledSubject = FilingRules & {
  moduleId: number
  /** The name of its records and documents. */
  name: string
  /** The permission for its records. */
  key: string
  /** SQL: why a property does not file it with the agency, unless the agency requires it; null if it does. */
  elsewhere?: (today: string) => RawBuilder<string | null>
  /** Loads why no record can be started at a property now, as sentences. */
  notNow?: (context: AnyContext, propertyId: number) => Promise<string[]>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The module's records that are filed without tasks. */
    filedSubjects?: readonly FiledSubject[]
    /** The ids of modules whose records are filed at every property, because no requirement concerns them. */
    filedEverywhere?: readonly number[]
  }
}

/** The records of all modules that are filed without tasks. */
export const getFiledSubjects = slot('filedSubjects')
export const getModulesFiledEverywhere = slot('filedEverywhere')
