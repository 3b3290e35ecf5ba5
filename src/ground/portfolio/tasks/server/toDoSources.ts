import type { RawBuilder } from 'kysely'
import { slot } from '#kernel/server/module.ts'
import type { Settings } from '#kernel/server/settings.ts'

/** A source of to-dos: the rows of a module that wait for a person. */
export type ToDoSource = {
  /** A unique name, part of the answers: 'reserve.returned'. */
  kind: string
  /** The label of the source's to-dos in lists: 'Replacement reserve request returned'. */
  label: string
  /** The one next act, on the button that leads to it: 'Correct'; 'Open' when left out. */
  act?: string
  /** The side that acts; `manager` shows to agency managers alone. */
  waitsFor: 'company' | 'agency' | 'manager'
  /** Needs the agency's permission first; such to-dos form a group of their own. */
  asksFirst?: true
  /** The address of a to-do, where it is not `url` of its row: such as the message that asks the agency. */
  addressOf?: (line: { propertyId: number | null; title: string; url: string }) => string
  /**
   * One SELECT of exactly these columns, in this order and of these types: `row_id integer, property_id
   * integer, management_company_id integer, permission_key text, title text, due_date date, since
   * timestamptz, url text`. Give the property or the company; of a property the company is found.
   * `permission_key` is the key a company's user must hold at the property to see the row; null where any tie
   * is enough. `url` is a path of the app. It runs under the caller's row-level security. `today` is the
   * agency's date, `zone` where its days begin.
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

/** The sources of to-dos of all modules. Throws when two have the same kind. */
export const toDoSources = slot('toDos', (sources) => {
  const twice = sources.find(
    (source, index) => sources.findIndex((other) => other.kind === source.kind) !== index,
  )
  if (twice) throw new Error(`Two sources of to-dos are called ${twice.kind}.`)
  return sources
})
