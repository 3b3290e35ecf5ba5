import type pg from 'pg'
import { drawChance, hash } from '../chance.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import { towns } from '../towns.ts'
import type { Portfolio } from '../types.ts'

/** The invented banks: two in each town. The last one is inactive. */
const bankNames = towns.flatMap((city) => [`Demo Bank of ${city}`, `Demo Credit Union of ${city}`])

async function load(client: pg.ClientBase, { properties }: Portfolio): Promise<void> {
  const rows = bankNames.map((name, index) => ({
    financial_institution_id: index + 1,
    name,
    city: name.replace(/^.* of /, ''),
    state: 'MO',
    active: index !== bankNames.length - 1,
  }))
  const columns = {
    financial_institution_id: 'integer',
    name: 'text',
    city: 'text',
    state: 'text',
    active: 'boolean',
  }
  await insertRows(client, 'financial_institution', columns, rows)
  const bankUses = properties
    .filter((property) => property.reserve !== null)
    .flatMap((property) => {
      const mainBank = hash(`bank ${property.id}`) % bankNames.length
      const buildUse = (index: number, used_for: string, last_used_on: string) => ({
        property_id: property.id,
        financial_institution_id: index + 1,
        used_for,
        last_used_on,
      })
      const formerBank = (mainBank + 1) % bankNames.length
      return [
        buildUse(mainBank, 'Replacement reserve', '2025-12-31'),
        ...(drawChance(`former bank ${property.id}`, 30)
          ? [buildUse(formerBank, 'Operating account', '2021-12-31')]
          : []),
      ]
    })
  const useColumns = {
    property_id: 'integer',
    financial_institution_id: 'integer',
    used_for: 'text',
    last_used_on: 'date',
  }
  await insertRows(client, 'property_financial_institution', useColumns, bankUses)
}

/** Loads banks, and the banks that properties use for reserves and operating accounts. */
export default {
  after: ['properties'],
  load: ({ client, portfolio }) => load(client, portfolio),
  idColumns: { financial_institution: 'financial_institution_id' },
} satisfies DemoPart
