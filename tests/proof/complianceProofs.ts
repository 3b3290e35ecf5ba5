import { computeMatterRows } from './matters.ts'
import type { Rows } from './occupancy.ts'
import { computeOpenItemRows, hasOpenItem, type OpenItemsQuery } from './openItems.ts'
import { computeAgencyRows, lacksAgency } from './referrals.ts'
import { computeResyndicationRows, isDated } from './resyndications.ts'
import { computeNeedsByProperty, computeNeedsByUnit } from './specialNeeds.ts'
import { computePercent, highest, lowest, mean, sum } from './totals.ts'
import {
  getCases,
  inCounty,
  type ProofSources,
  type QueryCase,
  subtotalsByCompany,
  unitRange,
  type WholeProof,
} from './wholeProof.ts'

type Row = Rows[number]

function makeReferralProofs(today: string): WholeProof[] {
  const subject = {
    path: 'CurrentLRAContacts',
    key: ['propertyId'],
    totals: { daysLeft: lowest('daysLeft') },
    rows: computeAgencyRows,
  }
  const makeEndsWithinCase = (days: number): QueryCase => ({
    query: { endsWithin: days },
    only: ({ daysLeft }) => typeof daysLeft === 'number' && daysLeft <= days,
  })
  return getCases(`14 on ${today}`, subject, [
    { query: {} },
    ...[makeEndsWithinCase(0), makeEndsWithinCase(30)],
    { query: { lra: 'Referrals 3' }, only: ({ lra }) => lra === 'Referrals 3' },
    { query: { exceptionsOnly: true }, only: lacksAgency },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

const COUNT_COLUMNS = [
  'afs',
  'budget',
  'occupancy',
  'ua',
  'tcap',
  'exhibits',
  'exhibitZ',
  'openFindings',
  'open8823',
  'overdue',
  'nonCompliant',
  'markedNonCompliant',
]
function makeOpenItemProofs(today: string): WholeProof[] {
  const totals = {
    ...Object.fromEntries(COUNT_COLUMNS.map((name) => [name, sum(name)])),
    oldestDays: highest('oldestDays'),
  }
  const rows = (sources: ProofSources & Partial<OpenItemsQuery>) => computeOpenItemRows(sources)
  const subject = { path: 'ComplianceModuleSummary', key: ['propertyId'], totals, rows }
  const hasOpen = (name: string) => (row: Row) => Number(row[name] ?? 0) > 0
  return getCases('15', subject, [
    { query: {} },
    { query: { module: 'tcap' }, only: hasOpen('tcap') },
    { query: { module: 'openFindings', severity: 1 }, only: hasOpen('openFindings'), with: { severity: 1 } },
    { query: { severity: 3 }, with: { severity: 3 } },
    { query: { overdueOnly: true }, with: { overdueOnly: true } },
    {
      query: { overdueOnly: true, module: 'exhibitZ' },
      with: { overdueOnly: true },
      only: hasOpen('exhibitZ'),
    },
    { query: { exceptionsOnly: true }, only: hasOpenItem(today) },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

function makeResyndicationProofs(): WholeProof[] {
  const subject = {
    path: 'Resyndication',
    key: ['resyndicationId'],
    totals: { units: sum('units') },
    rows: computeResyndicationRows,
  }
  const makePeriodCase = (from: string, to: string): QueryCase => ({
    query: { from, to },
    only: isDated(from, to),
  })
  return getCases('16', subject, [
    { query: {} },
    { query: { type: 'Split' }, only: ({ type }) => type === 'Split' },
    ...[makePeriodCase('2020-01-01', '2025-12-31'), makePeriodCase('2024-02-29', '2024-02-29')],
    { query: { from: '2025-12-31' }, only: isDated('2025-12-31', '9999-12-31') },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

function makeSpecialNeedsProofs(): WholeProof[] {
  const sums = ['committed', 'counted', 'filled', 'filledOther', 'vacant', 'onHold', 'holdEnded']
  const totals = {
    ...Object.fromEntries(sums.map((name) => [name, sum(name)])),
    filledPct: computePercent('filled', 'counted'),
    oldestVacantDays: highest('oldestVacantDays'),
  }
  const commonCases: QueryCase[] = [
    { query: {} },
    { query: { population: 'Veterans' }, with: { population: 'Veterans' } },
    { query: { lra: 'Referrals 2' }, only: ({ lra }) => lra === 'Referrals 2' },
    ...[subtotalsByCompany, inCounty, unitRange],
  ]
  const details = { units: sum('units'), daysVacant: highest('daysVacant') }
  const state = { query: { groupBy: 'state' }, group: (row: Row) => String(row.state) }
  return [
    ...getCases(
      '8',
      { path: 'SpecialNeedsOccupancy', key: ['propertyId'], totals, rows: computeNeedsByProperty },
      [...commonCases, { query: { exceptionsOnly: true }, only: ({ vacant }) => Number(vacant ?? 0) > 0 }],
    ),
    ...getCases(
      '8 unit by unit',
      {
        path: 'SpecialNeedsVacancyDetails',
        key: ['propertyId', 'population', 'unit'],
        totals: details,
        rows: computeNeedsByUnit,
      },
      [
        ...commonCases,
        state,
        { query: { exceptionsOnly: true }, only: (row) => row.state === 'Hold has ended' },
      ],
    ),
  ]
}

function makeMatterProofs(): WholeProof[] {
  const totals = {
    late: sum('late'),
    open: sum('open'),
    ageDays: mean('ageDays'),
    daysToClose: mean('daysToClose'),
  }
  const subject = { path: 'ResidentRelation', key: ['residentRelationsId'], totals, rows: computeMatterRows }
  const isBetween = (from: string, to: string) => (row: Row) =>
    from <= String(row.month) && String(row.month) <= to
  return getCases('18', subject, [
    { query: {} },
    { query: { issueType: 5 }, only: ({ issue }) => issue === 'Discrimination or fair housing' },
    { query: { status: 5 }, only: ({ status }) => status === 5 },
    { query: { from: '2026-01-01', to: '2026-03-01' }, only: isBetween('2026-01', '2026-03') },
    { query: { olderThan: 14 }, only: ({ ageDays }) => Number(ageDays) > 14 },
    { query: { exceptionsOnly: true }, only: ({ late }) => late === true },
    { query: { groupBy: 'issue' }, group: ({ issue }) => String(issue) },
    { query: { groupBy: 'month' }, group: ({ month }) => String(month) },
    ...[subtotalsByCompany, inCounty, unitRange],
  ])
}

/** Every report of compliance, each with several queries. */
export const complianceProofs = (today: string): WholeProof[] => [
  ...makeReferralProofs(today),
  ...makeOpenItemProofs(today),
  ...makeResyndicationProofs(),
  ...makeSpecialNeedsProofs(),
  ...makeMatterProofs(),
]
