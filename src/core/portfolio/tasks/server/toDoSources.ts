import type { RawBuilder } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { Settings } from '#kernel/server/settings.ts'

/** A source of to-dos: records of a module that wait for a person. */
export type ToDoSource = {
  /** A unique name, which is part of the answers: 'reserve.returned'. */
  kind: string
  /** The label of the source's to-dos in lists: 'Replacement reserve request returned'. */
  label: string
  /** The label of the button for the next action, such as 'Correct'; 'Open' if left out. */
  act?: string
  /** The side that must act; only managers of the agency see those for `manager`. */
  waitsFor: 'company' | 'agency' | 'manager'
  /** Set if the agency's permission is needed first; lists show such to-dos as a separate group. */
  asksFirst?: true
  /** Returns the path of a to-do if it is not `url` of its row, such as a message that asks the agency. */
  addressOf?: (line: { propertyId: number | null; title: string; url: string }) => string
  /**
   * Builds one SELECT of exactly these columns, in this order: `row_id integer, property_id integer,
   * management_company_id integer, permission_key text, title text, due_date date, since timestamptz, url
   * text`. A row names the property or the company. `permission_key` is the permission that a company's user
   * needs at the property to see the row; null if any tie is enough. `url` is a path of the app. The SELECT
   * runs under the caller's row-level security. `today` is the agency's date, `zone` its time zone.
   */
  rows: (
    today: string,
    settings: Settings,
    zone: string,
  ) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    toDos?: readonly ToDoSource[]
  }
}

/** The sources of to-dos of all modules. Throws if two have the same kind. */
export const getToDoSources = slot('toDos', (sources) => {
  const duplicate = sources.find(
    (source, index) => sources.findIndex((other) => other.kind === source.kind) !== index,
  )
  if (duplicate) throw new Error(`Two sources of to-dos are called ${duplicate.kind}.`)
  return sources
})
