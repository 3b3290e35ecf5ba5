import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { readBase } from '#tests/proof/base.ts'
import { makeComplianceHistory } from '#tests/proof/complianceHistory.ts'
import { complianceProofs } from '#tests/proof/complianceProofs.ts'
import { makeHistory } from '#tests/proof/history.ts'
import { makeMoneyHistory } from '#tests/proof/moneyHistory.ts'
import { moneyProofs } from '#tests/proof/moneyProofs.ts'
import { readMoneyTables } from '#tests/proof/moneyTables.ts'
import { getProofs, type Proof, type Read } from '#tests/proof/proofs.ts'
import { readTables } from '#tests/proof/tables.ts'
import type { ProofSources, WholeProof } from '#tests/proof/wholeProof.ts'

/**
 * Computes every figure of the reports a second time. `PROOF_PROPERTIES=3000` does it at the size for which
 * the portal is built.
 */
const PROPERTIES = Number(process.env.PROOF_PROPERTIES ?? 80)
const [YEARS, LAST_YEAR, TODAY] = [10, 2025, '2026-04-21']
const NOW = `${TODAY}T15:00:00Z`
const TIMEOUT_MS = 600_000

let portal: Portal
let base: Read
let sources: ProofSources
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date(NOW))
  await makeHistory(portal.owner, { properties: PROPERTIES, years: YEARS, lastYear: LAST_YEAR })
  await makeComplianceHistory(portal.owner, LAST_YEAR - YEARS + 1, LAST_YEAR, TODAY)
  await makeMoneyHistory(portal.owner, LAST_YEAR, TODAY)
  base = await readBase(portal.owner)
  const [tables, money] = [await readTables(portal.owner), await readMoneyTables(portal.owner)]
  sources = { tables, money, base, today: TODAY, now: NOW }
}, TIMEOUT_MS)
afterAll(() => portal.close())

type Row = Readonly<Record<string, unknown>>

type Answer = {
  rows: Row[]
  total: number
  totals: Row
  groups: { name: string; rows: number; totals: Row }[]
}

async function loadReport({ path, query }: Pick<Proof | WholeProof, 'path' | 'query'>): Promise<Answer> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const reply = await portal.ask('agency.read', 'GET', `${path}/Page?${parameters}`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Answer
}

describe(`RPT every figure over ten years of ${PROPERTIES} properties equals a second computation`, () => {
  test.each(getProofs(LAST_YEAR, TODAY).map((proof) => [proof.name, proof] as const))(
    'report %s',
    async (_, proof) => {
      const getKey = (row: Row) => proof.key.map((name) => row[name]).join(' ')
      const expectedByKey = new Map(proof.expected(base, sources).map((row) => [getKey(row), row]))
      const rowsByKey = new Map((await loadReport(proof)).rows.map((row) => [getKey(row), row]))
      const expectedKeys = [...expectedByKey.keys()]
      // A proof by account covers selected accounts only. In all others the report has exactly the expected
      // rows.
      if (proof.key[0] !== 'code') expect([...rowsByKey.keys()].toSorted()).toEqual(expectedKeys.toSorted())
      expect(expectedKeys.length).toBeGreaterThan(1)
      const differingKeys = expectedKeys.filter(
        (key) => !matchesExpected(expectedByKey.get(key)!, rowsByKey.get(key)),
      )
      const first = differingKeys[0]
      if (first !== undefined)
        expect(rowsByKey.get(first), `${differingKeys.length} of ${expectedKeys.length}`).toMatchObject(
          expectedByKey.get(first)!,
        )
    },
    TIMEOUT_MS,
  )
})

/** Whether two values are equal. Points in time may be written differently. */
const isEqual = (expected: unknown, actual: unknown): boolean =>
  expected === actual ||
  (typeof actual === 'string' && actual.includes('T') && Date.parse(`${expected}`) === Date.parse(actual))
const matchesExpected = (expected: Row, actual: Row | undefined): boolean =>
  actual !== undefined &&
  Object.entries(expected).every(([name, value]) => isEqual(value, actual[name] ?? null))

const getTotals = ({ totals }: WholeProof, rows: Row[]): Row =>
  Object.fromEntries(Object.entries(totals).map(([name, total]) => [name, total(rows)]))

describe('RPT every row, total and subtotal equals a second computation', () => {
  test('every table that the proofs read has rows', () => {
    const empty = Object.entries({ ...sources.tables, ...sources.money }).filter(
      ([, rows]) => rows.length === 0,
    )
    expect(empty).toEqual([])
  })

  test.each(
    [...complianceProofs(TODAY), ...moneyProofs(LAST_YEAR, TODAY)].map(
      (proof) => [proof.name, proof] as const,
    ),
  )(
    'report %s',
    async (_, proof) => {
      const keyOf = (row: Row) => proof.key.map((name) => row[name]).join(' ')
      const expectedRows = proof.rows(sources)
      const answer = await loadReport(proof)
      const rowsByKey = new Map(answer.rows.map((row) => [keyOf(row), row]))
      expect([...rowsByKey.keys()].toSorted()).toEqual(expectedRows.map(keyOf).toSorted())
      expect(expectedRows.length).toBeGreaterThan(1)
      const differingRows = expectedRows.filter((row) => !matchesExpected(row, rowsByKey.get(keyOf(row))))
      const first = differingRows[0]
      if (first)
        expect(
          rowsByKey.get(keyOf(first)),
          `${differingRows.length} of ${expectedRows.length}`,
        ).toMatchObject(first)
      expect([answer.total, answer.totals]).toEqual([expectedRows.length, getTotals(proof, expectedRows)])
      const groups = Map.groupBy(
        proof.group ? expectedRows : [],
        (row) => proof.group?.(row, sources) ?? 'Not said',
      )
      expect(new Map(answer.groups.map(({ name, ...group }) => [name, group]))).toEqual(
        new Map(
          [...groups].map(([name, rows]) => [name, { rows: rows.length, totals: getTotals(proof, rows) }]),
        ),
      )
    },
    TIMEOUT_MS,
  )
})
