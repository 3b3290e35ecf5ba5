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
type ReportParameters = Readonly<Record<string, string | number | boolean>>

/**
 * Helpers that read reports as a person: `page` reads the first page with its totals and subtotals, and
 * `list` reads all rows.
 */
export function createReportClient(portal: () => Portal) {
  const expectBody = async <T>(reply: ReturnType<Portal['ask']>): Promise<T> => {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as T
  }
  return {
    page: (persona: Persona, name: string, request: ReportParameters = {}) => {
      const query = new URLSearchParams(Object.entries(request).map(([key, value]) => [key, String(value)]))
      return expectBody<Page>(portal().ask(persona, 'GET', `/api/reporting/${name}/Page?${query}`))
    },
    list: (persona: Persona, name: string, query: ReportParameters = {}) =>
      expectBody<Row[]>(portal().ask(persona, 'POST', `/api/reporting/${name}`, query)),
  }
}
