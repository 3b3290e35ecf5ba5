import type { RawBuilder } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Subject } from '../model/rules.ts'

/** A subject that properties file besides their tasks; requirements know it by its number in the list of modules. */
export type FiledSubject = Subject & {
  moduleId: number
  /** The name of its documents and records. */
  name: string
  /** The permission that opens it. */
  key: string
  /** Why a property does not file it with the agency, in sentences; the agency may lay down that it does. */
  elsewhere?: (today: string) => RawBuilder<string | null>
  /** Why none can be begun at a property now, in sentences: asked when somebody means to. */
  notNow?: (context: AnyContext, propertyId: number) => Promise<string[]>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** What properties file of it. */
    filedSubjects?: readonly FiledSubject[]
  }
}

/** Every subject that properties file besides their tasks. */
export const filedSubjects = slot('filedSubjects')
