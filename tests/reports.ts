import type { Persona } from './fixture.ts'
import type { Portal } from './portal.ts'

type Row = Readonly<Record<string, unknown>>
type Page = {
  rows: Row[]
  total: number
  properties: number | null
  totals: Row
  groups: { name: string; rows: number; totals: Row }[]
}
type Asked = Readonly<Record<string, string | number | boolean>>

/** Asks reports of a portal as a person: a page with its totals and subtotals, or all rows. */
export function ofReport(portal: () => Portal) {
  const expectBody = async <T>(reply: ReturnType<Portal['ask']>): Promise<T> => {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as T
  }
  return {
    page: (persona: Persona, name: string, request: Asked = {}) => {
      const query = new URLSearchParams(Object.entries(request).map(([key, value]) => [key, String(value)]))
      return expectBody<Page>(portal().ask(persona, 'GET', `/api/reporting/${name}/Page?${query}`))
    },
    list: (persona: Persona, name: string, query: Asked = {}) =>
      expectBody<Row[]>(portal().ask(persona, 'POST', `/api/reporting/${name}`, query)),
  }
}
