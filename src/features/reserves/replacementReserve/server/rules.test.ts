import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type FiledRequest,
  fileDraft,
  getPersonaForStep,
  makeStepCall,
  STEP_TRANSITIONS,
  type StepName,
} from '#tests/crash/filing.ts'
import { findViolations } from '#tests/crash/invariants.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { RequestDetail } from '../model/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => {
  portal.setNow(null)
  expect(await findViolations(portal.owner)).toEqual([])
})

const PROPERTY = 1
const stepNames = Object.keys(STEP_TRANSITIONS) as StepName[]

const takeStep = (
  persona: string,
  step: StepName,
  request: FiledRequest,
  approved = 100,
  more: object = {},
) => {
  const { url, body } = makeStepCall(step, request, approved)
  return portal.ask(persona, 'POST', url, { ...body, ...more })
}
const loadHistory = async (requestId: number): Promise<number[]> =>
  (
    await portal.owner.query<{ to: number }>(
      `select to_status_id as to from status_history where entity = 'ReplacementReserveRequest' and row_id = $1 order by status_history_id`,
      [requestId],
    )
  ).rows.map((row) => row.to)
const loadBalance = async (): Promise<number> =>
  (
    await portal.owner.query<{ balance: number }>(
      'select sum(amount)::float as balance from reserve_entry where property_id = $1',
      [PROPERTY],
    )
  ).rows[0]!.balance

/** For each step, the steps that bring a new request to the status in which it can be taken. */
const earlierSteps: Readonly<Record<StepName, readonly StepName[]>> = {
  submit: [],
  recall: ['submit'],
  return: ['submit', 'startReview', 'review'],
  startReview: ['submit'],
  review: ['submit', 'startReview'],
  backToReview: ['submit', 'startReview', 'review'],
  approve: ['submit', 'startReview', 'review'],
  deny: ['submit', 'startReview', 'review'],
  reopen: ['submit', 'startReview', 'review', 'approve'],
}

describe('a call repeated because its answer was lost', () => {
  test.each(stepNames)(
    '%s sent twice is taken once, answers alike, and changes nothing the second time',
    async (step) => {
      const request = await fileDraft(portal, PROPERTY, 900)
      for (const earlier of earlierSteps[step])
        expect((await takeStep(getPersonaForStep(earlier, PROPERTY), earlier, request)).status).toBe(200)
      const persona = getPersonaForStep(step, PROPERTY)
      const payload = (await portal.ask(persona, 'GET', `/api/ReplacementReserve/GetRequest/${request.id}`))
        .body as RequestDetail
      const version = { version: payload.version }
      const first = await takeStep(persona, step, request, 100, version)
      expect(first).toMatchObject({ status: 200, body: { statusId: STEP_TRANSITIONS[step].to } })
      const [history, balance] = [await loadHistory(request.id), await loadBalance()]
      const second = await takeStep(persona, step, request, 100, version)
      expect(second).toMatchObject({ status: 200, body: { statusId: STEP_TRANSITIONS[step].to } })
      expect((second.body as RequestDetail).version).toBe((first.body as RequestDetail).version)
      expect([await loadHistory(request.id), await loadBalance()]).toEqual([history, balance])
    },
  )

  test('a repeated approval succeeds with the same amounts and is refused with others', async () => {
    const request = await fileDraft(portal, PROPERTY, 900)
    for (const earlier of earlierSteps.approve)
      await takeStep(getPersonaForStep(earlier, PROPERTY), earlier, request, 150)
    const buildAmounts = (amount: number) => ({
      approvedAmounts: [{ itemId: request.itemId, amount, denialReason: ' Reduced ' }],
    })
    expect((await takeStep('agency.manager', 'approve', request, 0, buildAmounts(150))).status).toBe(200)
    expect((await takeStep('agency.manager', 'approve', request, 0, buildAmounts(150))).status).toBe(200)
    const other = await takeStep('agency.manager', 'approve', request, 0, buildAmounts(151))
    expect(other).toMatchObject({
      status: 409,
      body: { message: 'This request is not under review.' },
    })
  })

  test('the same step by another person is refused, because it no longer fits the status', async () => {
    const request = await fileDraft(portal, PROPERTY, 900)
    for (const earlier of earlierSteps.review)
      await takeStep(getPersonaForStep(earlier, PROPERTY), earlier, request)
    expect((await takeStep('agency.write', 'review', request)).status).toBe(200)
    expect((await takeStep('agency.second', 'review', request)).status).toBe(409)
  })

  test('a draft that was never submitted cannot be recalled', async () => {
    const request = await fileDraft(portal, PROPERTY, 900)
    expect((await takeStep('company.writer', 'recall', request)).status).toBe(409)
  })
})

/** A request in the model of the workflow, which the tests compare with the portal. */
type ModeledRequest = FiledRequest & {
  statusId: number
  approved: number
  reviewer: string | null
  /** The person who took the last step, null while the request is a new draft. */
  last: string | null
  history: number[]
}
type Model = { requests: ModeledRequest[]; balance: number }

/** The steps taken over all runs, and below the number of approvals that exceeded the balance. */
const takenSteps = new Set<StepName>()
let overdrawnApprovals = 0

const personaRanks = {
  'company.writer': ['company', 'submitter company'],
  'company.reader': [],
  'other.user': [],
  'agency.read': [],
  'agency.write': ['company', 'agency write'],
  'agency.second': ['company', 'agency write'],
  'agency.manager': ['company', 'agency write', 'agency manager'],
  'agency.admin': ['company', 'agency write', 'agency manager', 'agency admin'],
} as const
type Person = keyof typeof personaRanks
const requiredRank: Readonly<Record<StepName, string>> = {
  submit: 'company',
  recall: 'submitter company',
  return: 'agency write',
  startReview: 'agency write',
  review: 'agency write',
  backToReview: 'agency write',
  approve: 'agency manager',
  deny: 'agency write',
  reopen: 'agency admin',
}

/**
 * Returns the step that a call takes. UnSubmit and ChangeStatus do not name one: it depends on the caller and
 * the status.
 */
function resolveStep(stepName: StepName, person: Person, statusId: number): StepName | null {
  const isAgency = person.startsWith('agency')
  if (stepName === 'recall' || stepName === 'return') return isAgency ? 'return' : 'recall'
  if ((stepName === 'reopen' || stepName === 'backToReview') && statusId < 5)
    return statusId === 4 ? 'backToReview' : 'startReview'
  if (stepName === 'backToReview') return 'reopen'
  // Approval without a second person is switched off.
  return stepName === 'approve' && statusId === 3 ? null : stepName
}

class TakeStep implements fc.AsyncCommand<Model, Portal> {
  readonly person: Person
  readonly asked: StepName
  readonly which: number
  readonly approved: number
  constructor(person: Person, stepName: StepName, requestIndex: number, cents: number) {
    this.person = person
    this.asked = stepName
    this.which = requestIndex
    this.approved = cents / 100
  }

  check = () => true

  async run(model: Model): Promise<void> {
    const request = model.requests[this.which]!
    const expected = this.#expect(model, request)
    const reply = await takeStep(this.person, this.asked, request, this.approved)
    expect({ ok: reply.status === 200, status: reply.status }).toEqual({
      ok: expected,
      status: expect.any(Number),
    })
    expect([200, 400, 403, 404, 409, 422]).toContain(reply.status)
    if (expected) expect((reply.body as RequestDetail).statusId).toBe(request.statusId)
    for (const request of model.requests) expect(await loadHistory(request.id)).toEqual(request.history)
    expect(await loadBalance()).toBeCloseTo(model.balance, 2)
    expect(
      await findViolations(
        portal.owner,
        model.requests.map((request) => request.id),
      ),
    ).toEqual([])
  }

  /** Returns whether the portal must take the step. If so, the model takes it too. */
  #expect(model: Model, request: ModeledRequest): boolean {
    const step = resolveStep(this.asked, this.person, request.statusId)
    if (step === null || !(personaRanks[this.person] as readonly string[]).includes(requiredRank[step]))
      return false
    const { from, to } = STEP_TRANSITIONS[step]
    if (request.statusId === to && request.last === this.person) {
      // Approved amounts cannot change once the review is finished.
      return step !== 'review' || request.approved === this.approved
    }
    if (!from.includes(request.statusId)) return false
    // The call of a recall has no reason, but a return needs one.
    if (step === 'return' && this.asked === 'recall') return false
    if (step === 'approve' && request.reviewer === this.person) return false
    if (step === 'approve' && request.approved > model.balance) {
      overdrawnApprovals += 1
      return false
    }
    takenSteps.add(step)
    if (step === 'approve') model.balance -= request.approved
    if (step === 'reopen' && request.statusId === 5) model.balance += request.approved
    if (step === 'review') Object.assign(request, { approved: this.approved, reviewer: this.person })
    if (step === 'reopen' || step === 'backToReview') request.reviewer = null
    Object.assign(request, { statusId: to, last: this.person, history: [...request.history, to] })
    return true
  }

  toString = () => `${this.person} ${this.asked} ${this.which} ${this.approved}`
}

const nextStep: Readonly<Record<number, StepName>> = {
  1: 'submit',
  2: 'startReview',
  3: 'review',
  4: 'approve',
  5: 'reopen',
  6: 'reopen',
}

/**
 * Takes a step that fits the present status, most often the next one, as a person who may take it. Thus the
 * tests also reach the late statuses.
 */
class TakeFittingStep implements fc.AsyncCommand<Model, Portal> {
  readonly #choice: number
  readonly #which: number
  readonly #cents: number
  #taken = ''
  constructor(choice: number, requestIndex: number, cents: number) {
    this.#choice = choice
    this.#which = requestIndex
    this.#cents = cents
  }

  check = () => true

  async run(model: Model): Promise<void> {
    const { statusId } = model.requests[this.#which]!
    const matchingStepNames = stepNames.filter((step) => STEP_TRANSITIONS[step].from.includes(statusId))
    const fittingSteps = [nextStep[statusId]!, ...matchingStepNames]
    const step = fittingSteps[this.#choice % fittingSteps.length]!
    const command = new TakeStep(getPersonaForStep(step, PROPERTY) as Person, step, this.#which, this.#cents)
    this.#taken = String(command)
    await command.run(model)
  }

  toString = () => this.#taken
}

/** The number of random sequences of at most 30 steps. The soak test sets more. */
const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 10)

test('ACT-05, ENT-17 status, history, audit, mails and ledger agree after any steps', async () => {
  const arbitrary = fc.nat({ max: 1 })
  const cents = fc.integer({ min: 30_001, max: 90_000 })
  const person = fc.constantFrom(...(Object.keys(personaRanks) as Person[]))
  const any = fc
    .tuple(person, fc.constantFrom(...stepNames), arbitrary, cents)
    .map((parameters) => new TakeStep(...parameters))
  const fittingCommands = fc
    .tuple(fc.constantFrom(0, 0, 0, 1, 2, 3), arbitrary, cents)
    .map((parameters) => new TakeFittingStep(...parameters))
  await fc.assert(
    fc.asyncProperty(
      fc.commands([any, fittingCommands, fittingCommands], { maxCommands: 30, size: 'max' }),
      async (commands) => {
        await fc.asyncModelRun(async () => ({ model: await newModel(), real: portal }), commands)
      },
    ),
    { numRuns: MODEL_RUNS, seed: 20_261_121, endOnFailure: true },
  )
  expect([...takenSteps].sort()).toEqual([...stepNames].sort())
  expect(overdrawnApprovals).toBeGreaterThan(0)
}, 300_000)

/** Creates two drafts on an account whose balance of $600 may be enough for one of them, but not for both. */
async function newModel(): Promise<Model> {
  const balance = 600
  await portal.owner.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values ($1, 1, current_date, 'Adjustment', $2)`,
    [PROPERTY, balance - (await loadBalance())],
  )
  const requests: ModeledRequest[] = []
  for (const claimed of [900, 900]) {
    const filed = await fileDraft(portal, PROPERTY, claimed)
    requests.push({ ...filed, statusId: 1, approved: 0, reviewer: null, last: null, history: [1] })
  }
  return { requests, balance }
}
