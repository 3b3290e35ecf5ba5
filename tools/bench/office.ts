import { setTimeout as delay } from 'node:timers/promises'
import type { Sides } from './comparisons.ts'
import { median, percentile } from './measure.ts'
import { CALLS_PER_REQUEST, computePause, playOfficeDayOnFloor, prepareFloor } from './officeFloor.ts'
import { amountLine, faultsLine, floorLine, type Line } from './result.ts'
import { type BenchRequest, Connection, type Reply } from './wire.ts'

/**
 * Measures an office day: 50 people of companies file replacement reserve requests, and agency people review
 * and approve them, all at the same time. Two people share each property, and every fifth submission is sent
 * twice at the same moment, as with a double click. The day is played twice: with half a second between the
 * calls of a person, which is shorter than real pauses, and without pauses, which shows the capacity of the
 * machine.
 */

const PEOPLE = 50
/** The number of requests that each person files in a timed play. */
const REQUESTS_EACH = 3
/** The number of requests that each person files: one to warm up, then those of the two timed plays. */
const TURNS = 1 + 2 * REQUESTS_EACH
/** The number of items of a request. */
const ITEMS = 3
/** The maximum of the 95th percentile of saves and steps with pauses, in milliseconds. */
const MAX_WAIT_MS = 250
/** The portal may take at most this many times as long as the floor does with as many people. */
const MAX_RATIO = { atEase: 10, inHurry: 10 }
/** The average pause between two calls of a person. */
const PAUSE_MS = 500
const PATH = '/api/ReplacementReserve'
const DOCUMENT_TYPES = ['Invoice', 'Check', 'Photo']

/**
 * Returns a different amount in dollars for each invoice. Equal amounts would be compared as possible
 * duplicates.
 */
const computeAmount = (number: number, turn: number, item: number): number =>
  (1000 + (number * TURNS + turn) * ITEMS + item) / 100

/** A person of a company, with the tokens of this person, the analyst and the manager. */
type Person = { number: number; propertyId: number; company: string; analyst: string; manager: string }
type Detail = {
  replacementReserveRequestId: number
  version: number
  statusId: number
  items: { replacementReserveRequestItemId: number; claimedAmount: number }[]
}

/** Creates the people with their rights, for properties with a reserve that the agency approves alone. */
async function createPeople({ world }: Sides): Promise<Person[]> {
  const { owner } = world
  await owner.query(`
    insert into app_user (user_name, first_name, last_name, email, is_manager)
      select format('bench.%s.%s', part, n), initcap(part), n::text, format('%s%s@office.example', part, n), part = 'manager'
      from (values ('company', ${PEOPLE}), ('analyst', 5), ('manager', 5)) p(part, count), generate_series(0, count - 1) n;
    insert into user_role (user_id, role_id)
      select user_id, case when user_name like 'bench.company.%' then 3 else 1 end from app_user where user_name like 'bench.%';`)
  const result = await owner.query<{ id: number }>(
    `select property_id as id from property p where monitored_for_reserves and status_id = 0
       and exists (select 1 from reserve_account a where a.property_id = p.property_id and a.kind = 'Replacement reserve')
       and not exists (select 1 from property_federal_type t join reserve_authority a using (federal_type_id)
         where t.property_id = p.property_id and not a.by_agency)
     order by property_id limit $1`,
    [PEOPLE / 2],
  )
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const propertyId = result.rows[number % result.rows.length]!.id
    const userName = `bench.company.${number}`
    await owner.query(
      `with person as (
         update app_user set management_company_id = (select management_company_id from property where property_id = $2)
         where user_name = $1 returning user_id),
         tie as (insert into user_property (user_id, property_id) select user_id, $2 from person)
       insert into permission (user_id, property_id, key, read, write) select user_id, $2, 'Replacement_Reserve', true, true from person`,
      [userName, propertyId],
    )
    const [company, analyst, manager] = await Promise.all(
      [userName, `bench.analyst.${number % 5}`, `bench.manager.${number % 5}`].map(world.createToken),
    )
    people.push({ number, propertyId, company: company!, analyst: analyst!, manager: manager! })
  }
  return people
}

/** Collects the milliseconds of saves and steps, and answers with an unexpected status. */
class AnswerLog {
  readonly saves: number[] = []
  readonly steps: number[] = []
  readonly faults: string[] = []
  readonly pause: number

  constructor(pause: number) {
    this.pause = pause
  }

  addAnswer(kind: 'save' | 'step', ask: BenchRequest, reply: Reply, milliseconds: number): void {
    ;(kind === 'save' ? this.saves : this.steps).push(milliseconds)
    if (reply.status !== 200)
      this.faults.push(`${ask.path} answered ${reply.status}: ${reply.body.slice(0, 200)}`)
  }
}

/** Sends the calls of one person and of the agency people who handle the requests. */
class OfficeWorker {
  readonly #connection: Connection
  readonly #second: Connection
  readonly #log: AnswerLog
  readonly #sides: Sides
  #requests: number

  constructor(sides: Sides, log: AnswerLog, number: number) {
    this.#sides = sides
    this.#log = log
    this.#requests = number
    this.#connection = new Connection(sides.portal.port)
    this.#second = new Connection(sides.portal.port)
  }

  close(): void {
    this.#connection.close()
    this.#second.close()
  }

  async #post(
    kind: 'save' | 'step',
    token: string,
    path: string,
    body: unknown,
    isSentTwice = false,
  ): Promise<Detail> {
    const ask: BenchRequest = { method: 'POST', path: PATH + path, token, body }
    if (this.#log.pause > 0) await delay(computePause(this.#log.pause, this.#requests++))
    const started = performance.now()
    const first = this.#connection.send(ask, true)
    const second = isSentTwice ? this.#second.send(ask, true) : null
    const reply = await first
    this.#log.addAnswer(kind, ask, reply, performance.now() - started)
    await second
    return JSON.parse(reply.body) as Detail
  }

  /** Files one request, from its first save to its approval. */
  async fileRequest(person: Person, turn: number): Promise<void> {
    const { number, propertyId, company, analyst, manager } = person
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      clientKey: crypto.randomUUID(),
      categoryId: 1 + index,
      descriptionOfWork: 'Replaced',
      location: 'Building A',
      vendorId: 1 + index,
      invoiceNumber: `B-${number}-${turn}-${index}`,
      invoiceDate: getDayLastWeek(),
      checkNumber: `${1000 + index}`,
      claimedAmount: computeAmount(number, turn, index),
    }))
    const request = { propertyId, requestType: 'Reimbursement', description: 'Office day', certified: true }
    const detail = await this.#post('save', company, '/SaveReplacementProgress', {
      request: { ...request, replacementReserveRequestId: 0, clientKey: crypto.randomUUID() },
      items,
    })
    const requestId = detail.replacementReserveRequestId
    const saved = await this.#post('save', company, '/SaveReplacementProgress', {
      request: {
        ...request,
        replacementReserveRequestId: requestId,
        version: detail.version,
        instructions: 'By check',
      },
      items: items.map((item) => ({ ...item, location: 'Building B' })),
    })
    await this.#attach(propertyId, saved)
    await this.#post('step', company, `/Submit/${requestId}`, {}, (number + turn) % 5 === 0)
    await this.#post('step', analyst, `/StartReview/${requestId}`, {})
    const approvedAmounts = saved.items.map((item) => ({
      itemId: item.replacementReserveRequestItemId,
      amount: item.claimedAmount,
    }))
    await this.#post('save', analyst, '/SaveReplacementReview', { id: requestId, approvedAmounts })
    await this.#post('step', analyst, '/ChangeStatus', { requestId, statusId: 4 })
    await this.#post('step', manager, '/ChangeStatus', { requestId, statusId: 5, reason: 'As reviewed.' })
  }

  /** Adds the documents by SQL, because uploads are not measured. */
  async #attach(propertyId: number, detail: Detail): Promise<void> {
    await this.#sides.world.owner.query(
      `insert into file (property_id, module_name, module_id, sub_module_id, document_type, file_name, content_type, size_bytes, content_hash)
       select $1, 'Replacement_Reserve', $2, item, paper, 'paper.pdf', 'application/pdf', 1000, 'none'
       from unnest($3::integer[]) item, unnest($4::text[]) paper`,
      [
        propertyId,
        detail.replacementReserveRequestId,
        detail.items.map((item) => item.replacementReserveRequestItemId),
        DOCUMENT_TYPES,
      ],
    )
  }
}

/** Returns a day of last week, which is in the past in every time zone. */
const getDayLastWeek = (): string => new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)

/** Returns the counts that are wrong afterwards: each request must have every trace exactly once. */
async function findCountFaults(
  { world }: Sides,
  answers: readonly string[],
  deadlocksBefore: number,
): Promise<string[]> {
  const expectedCount = PEOPLE * TURNS
  const requests = `select r.* from replacement_reserve_request r where r.description = 'Office day'`
  const perRequest = (text: string) =>
    `select count(*)::integer as count from (${requests}) r where r.status_id = 5 and (${text})`
  const id = 'r.replacement_reserve_request_id'
  const counts: Record<string, string> = {
    'requests approved': perRequest('true'),
    'requests in all': `select count(*)::integer as count from (${requests}) r`,
    'with each step once': perRequest(
      `(select string_agg(action, ' ' order by status_history_id) from status_history h
        where h.entity = 'ReplacementReserveRequest' and h.row_id = ${id}) = 'create submit startReview review approve'`,
    ),
    'with one release of the right amount': perRequest(
      `(select array_agg(amount) from reserve_entry e where e.entity = 'ReplacementReserveRequest' and e.row_id = ${id})
        = array[(select -sum(claimed_amount) from replacement_reserve_request_item i where i.${id.slice(2)} = ${id})]`,
    ),
    'with one letter': perRequest(
      `(select count(*) from letter l where l.entity = 'ReplacementReserveRequest' and l.row_id = ${id}) = 1`,
    ),
    'with one mail for submission and one for decision': perRequest(
      `(select string_agg(event, ' ' order by outbox_id) from outbox o where o.entity = 'ReplacementReserveRequest' and o.row_id = ${id}) = 'reserve.submitted reserve.approved'`,
    ),
    'with their items and invoices once': perRequest(
      `(select count(*) from replacement_reserve_request_item i where i.${id.slice(2)} = ${id}) = ${ITEMS}
       and (select count(*) from invoice v where v.module_name = 'Replacement_Reserve' and v.request_id = ${id}) = ${ITEMS}`,
    ),
    'with their insert audited once': perRequest(
      `(select count(*) from audit_log a where a.table_name = 'replacement_reserve_request' and a.row_id = ${id} and a.operation = 'insert') = 1`,
    ),
  }
  const faults = [...new Set(answers)].slice(0, 3)
  for (const [name, text] of Object.entries(counts)) {
    const { count } = (await world.owner.query<{ count: number }>(text)).rows[0]!
    if (count !== expectedCount) faults.push(`${name}: ${count} of ${expectedCount}`)
  }
  const deadlocks = (await loadDeadlocks(world)) - deadlocksBefore
  if (deadlocks > 0) faults.push(`deadlocks: ${deadlocks}`)
  return faults
}

async function loadDeadlocks({ owner }: Sides['world']): Promise<number> {
  const result = await owner.query<{ count: number }>(
    'select deadlocks::integer as count from pg_stat_database where datname = current_database()',
  )
  return result.rows[0]!.count
}

/**
 * Plays the day with a pause between the calls of a person. Each person files the requests numbered from
 * `first` up to, but not including, `end`.
 */
async function playOfficeDay(
  sides: Sides,
  people: readonly Person[],
  pause: number,
  first: number,
  end: number,
): Promise<AnswerLog> {
  const log = new AnswerLog(pause)
  await Promise.all(
    people.map(async (person) => {
      const worker = new OfficeWorker(sides, log, person.number)
      try {
        for (let turn = first; turn < end; turn += 1) await worker.fileRequest(person, turn)
      } finally {
        worker.close()
      }
    }),
  )
  return log
}

/** Plays the day both ways. Returns the lines for saves, for steps, and for the counts afterwards. */
export async function measureOfficeDay(sides: Sides): Promise<Line[]> {
  const people = await createPeople(sides)
  await prepareFloor(sides)
  const deadlocks = await loadDeadlocks(sides.world)
  // The first play is not timed, because the connections of the server prepare their statements in it.
  const warm = await playOfficeDay(sides, people, PAUSE_MS, 0, 1)
  await playOfficeDayOnFloor(sides, 0, PEOPLE, REQUESTS_EACH * CALLS_PER_REQUEST)
  const bareAtEase = await playOfficeDayOnFloor(sides, PAUSE_MS, PEOPLE, REQUESTS_EACH * CALLS_PER_REQUEST)
  const paused = await playOfficeDay(sides, people, PAUSE_MS, 1, 1 + REQUESTS_EACH)
  const started = performance.now()
  const hurried = await playOfficeDay(sides, people, 0, 1 + REQUESTS_EACH, TURNS)
  const count = hurried.saves.length + hurried.steps.length
  const rate = (count * 1000) / (performance.now() - started)
  const bareInHurry = await playOfficeDayOnFloor(sides, 0, PEOPLE, REQUESTS_EACH * CALLS_PER_REQUEST)
  const getPercentile = (times: number[]) => percentile(times, 0.95)
  const line = (title: string, maximum: number, times: number[], bare: number[], description: string) =>
    floorLine(
      `${title}, 95th percentile`,
      maximum,
      { value: getPercentile(times), floor: getPercentile(bare), unit: 'ms' },
      `${description}; median ${median(times).toFixed(0)} ms`,
    )
  const waitLine = (title: string, times: number[]) =>
    amountLine(
      `${title}, what a person waits, 95th percentile`,
      MAX_WAIT_MS,
      getPercentile(times),
      'ms',
      atEase,
    )
  const atEase = `${PEOPLE} people, about ${PAUSE_MS} ms between a person's requests, ${paused.saves.length + paused.steps.length} requests, after one story each to warm up`
  const inHurry = `${PEOPLE} at once without a pause, ${rate.toFixed(0)} requests a second`
  return [
    waitLine('save', paused.saves),
    waitLine('step of a workflow', paused.steps),
    line('save', MAX_RATIO.atEase, paused.saves, bareAtEase, atEase),
    line('step of a workflow', MAX_RATIO.atEase, paused.steps, bareAtEase, atEase),
    line('saves in a hurry', MAX_RATIO.inHurry, hurried.saves, bareInHurry, inHurry),
    line('steps in a hurry', MAX_RATIO.inHurry, hurried.steps, bareInHurry, inHurry),
    faultsLine(
      'lost, doubled or deadlocked in those',
      await findCountFaults(sides, [...warm.faults, ...paused.faults, ...hurried.faults], deadlocks),
      'status, history, release, letter, mails, items, invoices and audit of each request counted',
    ),
  ]
}
