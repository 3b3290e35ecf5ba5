import { describe, expect, test } from 'vitest'
import { buildChart } from '#core/money/chart/model/index.ts'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { around, getYear, maple, mapleFacts } from '#tests/mapleGroveYear.ts'
import { describeAuditorMail, getAuditors } from './auditor.ts'
import { currentTemplate, findUnexplainedAnswers, getAnswers, getTemplate, templates } from './checklist.ts'
import {
  describeFindingCounts,
  excludeDropped,
  getFindings,
  getOpenCures,
  getProposals,
  type StoredFinding,
} from './findings.ts'
import { getLetterKind, getReportCardBody, getReportCardLetter } from './letter.ts'
import { computeMetrics } from './metrics.ts'
import { getVariances } from './variance.ts'

describe('checklist of domain 8.2', () => {
  test('RPC-C1 to RPC-C24: the portal answers its questions with a fact and leaves the others to a person', () => {
    const all = getAnswers(currentTemplate, mapleFacts, [])
    const portalFacts = all
      .filter((item) => item.portal)
      .map(({ id, portal }) => `${id} ${portal?.answer ?? '?'}: ${portal?.fact}`)
    expect(portalFacts).toEqual([
      'RPC-C1 yes: received 03/28/2026, 3 days early',
      'RPC-C2 yes: opinion: unmodified',
      'RPC-C3 yes: no going-concern doubt is marked',
      'RPC-C4 yes: each is filled in',
      'RPC-C6 ?: entered on the chart of 2025; compare the signed audit',
      'RPC-C7 yes: 2 of 2 certifications',
      'RPC-C8 ?: 2024: 1 finding, cured',
      'RPC-C9 yes: assets 1,900,000, liabilities and equity 1,900,000',
      'RPC-C12 yes: statement 62,400, agency 62,400',
      'RPC-C14 yes: accrued interest 3,420',
      'RPC-C15 yes: 22,722 ≤ 541 unit-months × $42.00 = 22,722',
      'RPC-C16 no: $1,200.00 delinquent: 13,200 made, 14,400 due',
      'RPC-C17 yes: 16,800 held ≥ 15,900 owed',
      'RPC-C18 yes: 12,000 paid, 12,000 approved',
      'RPC-C19 ?: none is disclosed',
      'RPC-C21 yes: escrow 9,000, accrued property taxes 4,310',
      'RPC-C24 yes: no entity expenses',
    ])
    expect(all.filter((item) => item.answer === null).map((item) => item.id)).toEqual(
      ['5', '6', '8', '10', '11', '13', '19', '20', '22', '23'].map((n) => `RPC-C${n}`),
    )
  })

  test('RPC-R1 overriding the portal needs a comment and keeps its fact', () => {
    const [withoutComment] = [{ id: 'RPC-C16', answer: 'yes', comment: ' ' }] as const
    const all = getAnswers(currentTemplate, mapleFacts, [
      withoutComment,
      { id: 'RPC-C20', answer: 'yes', comment: null },
    ])
    expect(findUnexplainedAnswers(all).map((item) => item.id)).toEqual(['RPC-C16'])
    const answers = getAnswers(currentTemplate, mapleFacts, [
      { ...withoutComment, comment: 'Deposit of 01/02 counts.' },
    ])
    expect(findUnexplainedAnswers(answers)).toEqual([])
    expect(answers.find((answer) => answer.id === 'RPC-C16')).toMatchObject({
      answer: 'yes',
      from: 'person',
      comment: 'Deposit of 01/02 counts.',
      portal: { answer: 'no', fact: expect.stringContaining('delinquent') },
    })
  })

  test('RPC-R2 the fiscal year determines the template, and moving to the current one preserves every answer', () => {
    expect([2019, 2023, 2024, 2030].map((year) => getTemplate(year).version)).toEqual([
      1990, 1990, 2024, 2024,
    ])
    const [oldest] = templates.slice(-1)
    const byPerson = oldest!.items.map(({ id }) => ({ id, answer: 'na' as const, comment: 'As before.' }))
    const before = getAnswers(oldest!, mapleFacts, byPerson)
    const after = getAnswers(currentTemplate, mapleFacts, byPerson)
    for (const answer of before) expect(after).toContainEqual(answer)
    expect(after.length).toBe(24)
  })
})

const buildFinding = (more: Partial<StoredFinding>): StoredFinding => ({
  afsReportCardFindingId: 7,
  origin: null,
  kind: 'cure',
  title: null,
  needs: null,
  sentTitle: null,
  sentNeeds: null,
  droppedReason: null,
  sentOn: null,
  cureBy: null,
  curedOn: null,
  cureNote: null,
  ...more,
})

describe('findings and letters', () => {
  const rated = computeMetrics([getYear(maple)], around)
  const proposals = getProposals(rated, getAnswers(currentTemplate, mapleFacts, []))

  test('RPC-R3 a No and a failed ratio propose a finding to cure, and a ratio on watch an observation', () => {
    expect(proposals.map(({ origin, kind }) => [origin, kind])).toEqual([
      ['RPC-C16', 'cure'],
      ['RPC-M3', 'observation'],
      ['RPC-M14', 'observation'],
    ])
    const all = getFindings(proposals, [])
    expect(describeFindingCounts(all)).toBe('1 to cure, 2 observations')
    expect(all[0]?.title).toBe(
      'A deposit to the replacement reserve is delinquent: $1,200.00 delinquent: 13,200 made, 14,400 due',
    )
  })

  test('RPC-R4 a finding can be edited, dropped with a reason, cured, or added by a person', () => {
    const all = getFindings(proposals, [
      buildFinding({ origin: 'RPC-C16', title: 'A deposit of $1,200 is delinquent', curedOn: '2026-05-02' }),
      buildFinding({ origin: 'RPC-M3', kind: 'observation', droppedReason: 'Renovation.' }),
      buildFinding({ title: 'Petty cash is not counted' }),
      buildFinding({ origin: 'RPC-C4', title: null }),
    ])
    expect(excludeDropped(all).map(({ title, source, edited }) => [title, source, edited])).toEqual([
      ['A deposit of $1,200 is delinquent', 'checklist', true],
      [expect.stringContaining('Operating reserve 2.0 months'), 'ratio', false],
      ['Petty cash is not counted', 'person', true],
    ])
    expect(getOpenCures(all).map((item) => item.title)).toEqual(['Petty cash is not counted'])
  })

  test('RPC-R5 the letter separates generated paragraphs from text that a person added', () => {
    const buildLetter = (hand: Record<string, string>, findings = getFindings(proposals, [])) =>
      getReportCardLetter(getLetterKind(3, findings), {
        year: 2025,
        submitted: '2026-03-28T15:00:00Z',
        metrics: rated,
        findings,
        hand,
        cureBy: '2026-05-21',
        cureDays: 30,
      })
    const letter = buildLetter({ observations: 'Please tell us what you plan for the vacant units.' })
    expect(letter.map((item) => [item.id, item.hand])).toEqual([
      ['opening', null],
      ['cures', null],
      ['observations', 'Please tell us what you plan for the vacant units.'],
      ['closing', null],
    ])
    expect(getReportCardBody(letter)).toContain('One finding needs a cure by 05/21/2026:')
    expect(letter[0]?.text).toContain(
      'Debt coverage is 1.43; uncollected rent is 7.08% of total rent revenue.',
    )
    const accepted = buildLetter({}, getFindings([], []))
    expect(getReportCardBody(accepted).at(-1)).toBe('The agency accepts the statement.')
    expect(getLetterKind(6, getFindings([], [buildFinding({ title: 'Late', curedOn: '2026-05-02' })]))).toBe(
      'clearance',
    )
  })
})

test('domain 8.7: gas of 14,000 budgeted and 16,240 audited is 16.0% unfavorable; without a budget the percent is null', () => {
  const account = (code: string, position: number, formula: string | null = null, sign = 1) => ({
    chartAccountId: position,
    code,
    name: code,
    statement: 'Income and expense',
    section: 'A',
    position,
    sign,
    formula,
    programs: null,
    effectiveFrom: 1990,
    effectiveTo: null,
  })
  const chart = buildChart([
    account('5120', 1),
    account('5220', 2),
    account('6452', 3),
    account('6525', 4),
    account('3250', 5, '5120 - 5220 - 6452 - 6525'),
  ] as Parameters<typeof buildChart>[0] as never)
  const read = (figures: Record<string, number>) =>
    createCentsReader(chart as never, new Map(Object.entries(figures)))
  const rows = getVariances({
    chart: chart as never,
    budget: read({ 5120: 100_000_00, 5220: 5_000_00, 6452: 14_000_00 }),
    actual: read({ 5120: 101_000_00, 5220: 7_000_00, 6452: 16_240_00, 6525: 1_500_00 }),
    units: 48,
    limits: { percent: 10, dollars: 1000 },
    explanations: { 6452: 'Cold winter.' },
  })
  expect(
    rows.map((row) => [row.code, row.variance, row.percent?.toFixed(1), row.favorable, row.flagged]),
  ).toEqual([
    ['5120', 1_000, '1.0', true, false],
    ['5220', 2_000, '40.0', false, true],
    ['6452', 2_240, '16.0', false, true],
    ['6525', 1_500, undefined, false, true],
    ['3250', -4_740, '-5.9', false, false],
  ])
  expect(rows[2]).toMatchObject({ budgetPerUnit: 291.67, actualPerUnit: 338.33, explanation: 'Cold winter.' })
})

test('the auditor is mailed at every address in firm or contact, and the text says if there is none', () => {
  const audit = {
    auditFirm: 'Demo Audit CPAs <office@audit.example>',
    auditContact: 'Ann Lee, ann@audit.example',
  }
  expect(getAuditors(audit)).toEqual([
    { email: 'ann@audit.example', name: 'Demo Audit CPAs' },
    { email: 'office@audit.example', name: 'Demo Audit CPAs' },
  ])
  expect(describeAuditorMail(audit)).toContain('ann@audit.example, office@audit.example')
  expect(getAuditors({ auditFirm: 'Demo Audit CPAs', auditContact: null })).toEqual([])
  expect(describeAuditorMail({ auditFirm: null, auditContact: '555-0100' })).toContain('no address')
})

test('Trust 2.6: lines A5, A6 and A9 of surplus cash answer the questions about mortgage, reserve deposits and escrow', () => {
  const getAnswerLines = (delinquent: typeof mapleFacts.delinquent) =>
    getAnswers(currentTemplate, { ...mapleFacts, depositsMade: null, delinquent }, [])
      .filter(({ id }) => ['RPC-C16', 'RPC-C21', 'RPC-C22'].includes(id))
      .map(({ id, portal }) => `${id} ${portal?.answer ?? '?'}: ${portal?.fact ?? ''}`)
  expect(getAnswerLines({ A5: 2000_00, A6: 1200_00, A9: 30_00 })).toEqual([
    'RPC-C16 no: surplus cash, A6: $1,200.00 delinquent',
    'RPC-C21 no: surplus cash, A9: $30.00 delinquent',
    'RPC-C22 no: surplus cash, A5: $2,000.00 delinquent',
  ])
  expect(getAnswerLines({ A5: 0, A6: null, A9: null })).toEqual([
    'RPC-C16 ?: ',
    'RPC-C21 yes: escrow 9,000, accrued property taxes 4,310',
    'RPC-C22 yes: surplus cash, A5: nothing is delinquent',
  ])
})
