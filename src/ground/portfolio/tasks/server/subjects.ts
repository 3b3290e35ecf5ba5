import type { RawBuilder } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Subject } from '../model/rules.ts'

/** A filed subject without tasks; requirements refer to its number in the list of modules. */
export type FiledSubject = Subject & {
  moduleId: number
  /** The name of its documents and records. */
  name: string
  /** The permission that opens it. */
  key: string
  /** Why a property does not file it with the agency, in sentences; the agency may lay down that it does. */
  elsewhere?: (today: string) => RawBuilder<string | null>
  /** Why no record can be begun at a property now, in sentences; checked when a person starts one. */
  notNow?: (context: AnyContext, propertyId: number) => Promise<string[]>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What properties file of it. */
    filedSubjects?: readonly FiledSubject[]
  }
}

/** All filed subjects without tasks. */
export const filedSubjects = slot('filedSubjects')
