import type pg from 'pg'
import { chance, hash } from '../chance.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'
import { towns } from '../towns.ts'
import type { Portfolio } from '../types.ts'

const banks = towns.flatMap((city) => [`Demo Bank of ${city}`, `Demo Credit Union of ${city}`])

async function load(client: pg.ClientBase, { properties }: Portfolio): Promise<void> {
  const rows = banks.map((name, index) => ({
    financial_institution_id: index + 1,
    name,
    city: name.replace(/^.* of /, ''),
    state: 'MO',
    active: index !== banks.length - 1,
  }))
  const columns = {
    financial_institution_id: 'integer',
    name: 'text',
    city: 'text',
    state: 'text',
    active: 'boolean',
  }
  await insertRows(client, 'financial_institution', columns, rows)
  const uses = properties
    .filter((property) => property.reserve !== null)
    .flatMap((property) => {
      const main = hash(`bank ${property.id}`) % banks.length
      const use = (index: number, used_for: string, last_used_on: string) => ({
        property_id: property.id,
        financial_institution_id: index + 1,
        used_for,
        last_used_on,
      })
      const before = (main + 1) % banks.length
      return [
        use(main, 'Replacement reserve', '2025-12-31'),
        ...(chance(`former bank ${property.id}`, 30) ? [use(before, 'Operating account', '2021-12-31')] : []),
      ]
    })
  const useColumns = {
    property_id: 'integer',
    financial_institution_id: 'integer',
    used_for: 'text',
    last_used_on: 'date',
  }
  await insertRows(client, 'property_financial_institution', useColumns, uses)
}

export default {
  after: ['properties'],
  load: ({ client, portfolio }) => load(client, portfolio),
  numbered: { financial_institution: 'financial_institution_id' },
} satisfies DemoPart
