import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FiledRequest, fileDraft, makeStepCall, type StepName } from '#tests/crash/filing.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { QuestionLine } from '../model/questions.ts'
import type { WorkLine } from '../model/work.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() => portal.setNow(null))

const PATH = '/api/ReplacementReserve'
const PROPERTY = 1
const DUE = '2026-12-07'

type Detail = { questions: QuestionLine[]; statusId: number; ageDays: number; promisedBy: string } & {
  canAsk: boolean
  canAnswer: boolean
  version: number
}
const take = (persona: string, step: StepName, request: FiledRequest) => {
  const { url, body } = makeStepCall(step, request, 100)
  return portal.ask(persona, 'POST', url, body)
}
const setToday = (day: string) => portal.setNow(new Date(`${day}T18:00:00Z`))
const detail = async (persona: string, { id }: FiledRequest) =>
  (await portal.ask(persona, 'GET', `${PATH}/GetRequest/${id}`)).body as Detail
const ask = (persona: string, { id }: FiledRequest, question = 'Send the canceled check.', dueDate = DUE) =>
  portal.ask(persona, 'POST', `${PATH}/AskCompany/${id}`, { question, dueDate })
const answer = (
  persona: string,
  { id }: FiledRequest,
  questionId: number,
  text: string | null,
  file?: string,
) =>
  portal.upload(
    persona,
    `${PATH}/AnswerQuestion/${id}/${questionId}`,
    text === null ? {} : { answer: text },
    file ? [{ name: file, content: Buffer.from('%PDF-1.7 a check') }] : [],
  )
const withdraw = (persona: string, { id }: FiledRequest, questionId: number) =>
  portal.ask(persona, 'POST', `${PATH}/WithdrawQuestion/${id}/${questionId}`, {})

/** Files a request and starts its review on November 2. */
async function fileUnderReview(): Promise<FiledRequest> {
  setToday('2026-11-02')
  const request = await fileDraft(portal, PROPERTY, 900)
  await take('company.writer', 'submit', request)
  await take('agency.write', 'startReview', request)
  return request
}
const askQuestion = async (request: FiledRequest) => {
  setToday('2026-11-20')
  const reply = await ask('agency.write', request)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as Detail).questions[0]!.recordQuestionId
}
const loadLine = async (request: FiledRequest) => {
  const { body } = await portal.ask('agency.write', 'GET', '/api/Work/GetOpen')
  return (body as { rows: WorkLine[] }).rows.find((row) => row.kind === 'reserve' && row.id === request.id)!
}
type ToDo = { kind: string; title: string; dueDate: string; url: string }
const toDos = async (persona: string) =>
  ((await portal.ask(persona, 'GET', '/api/tasks/GetToDo')).body as ToDo[]).filter(
    (toDo) => toDo.kind === 'reserve.asked',
  )

test('an asked record stays under review: its clock waits, the company gets a to-do, and the answer returns it to the analyst', async () => {
  const request = await fileUnderReview()
  const before = await detail('agency.write', request)
  expect(before).toMatchObject({
    statusId: 3,
    ageDays: 0,
    promisedBy: '2026-12-02',
    canAsk: true,
    canAnswer: false,
  })
  const questionId = await askQuestion(request)
  setToday('2026-11-24')
  // Eighteen days had passed when the question was asked. Four days of waiting move the promise from December
  // 2 to Sunday, December 6, and so to Monday, December 7.
  const waits = await detail('agency.write', request)
  expect(waits).toMatchObject({
    statusId: 3,
    ageDays: 18,
    promisedBy: '2026-12-07',
    canAsk: false,
    version: before.version,
  })
  expect(await loadLine(request)).toMatchObject({
    statusId: 3,
    statusLabel: 'Waiting for the company',
    turn: 'company',
    askedUntil: DUE,
    ageDays: 18,
    promisedBy: '2026-12-07',
  })
  const count = await portal.ask('agency.write', 'GET', '/api/Work/GetCount')
  const toDo = (await toDos('company.writer')).find((toDo) => toDo.url.includes(`/${request.id}/`))
  expect(toDo).toMatchObject({ title: `R-${request.id}: Send the canceled check.`, dueDate: DUE })
  expect(await detail('company.writer', request)).toMatchObject({ canAnswer: true, canAsk: false })
  expect(await detail('company.reader', request)).toMatchObject({ canAnswer: false })

  const reply = await answer('company.writer', request, questionId, 'It is attached.', 'check.pdf')
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  setToday('2026-11-25')
  const line = await loadLine(request)
  expect(line).toMatchObject({
    statusLabel: 'Answered by company',
    turn: 'analyst',
    askedUntil: null,
    ageDays: 19,
  })
  expect(line.promisedBy).toBe('2026-12-07')
  const after = await portal.ask('agency.write', 'GET', '/api/Work/GetCount')
  expect((after.body as { mine: number }).mine).toBe((count.body as { mine: number }).mine + 1)
  expect((await toDos('company.writer')).filter((toDo) => toDo.url.includes(`/${request.id}/`))).toEqual([])
  const answeredDetail = await detail('agency.write', request)
  expect(answeredDetail.questions[0]).toMatchObject({
    answer: 'It is attached.',
    answerFiles: 'check.pdf',
    answeredByName: 'Company Writer',
  })
  expect(answeredDetail.canAsk).toBe(true)
  const mails = await portal.owner.query(
    `select subject from outbox where subject like $1 and (subject like '%question%')`,
    [`R-${request.id},%`],
  )
  expect(mails.rows.map((row) => row.subject.split(': ').at(-1)).sort()).toEqual([
    ...['question answered', 'question from the agency'],
  ])
  const result = await portal.owner.query(
    `select notify_user_id from task_message where message like '%It is attached.%'`,
  )
  expect(result.rows).toEqual([{ notify_user_id: 2 }])
  const history = (await portal.ask('company.writer', 'GET', `${PATH}/GetHistory/${request.id}`)).body as {
    tableName: string | null
    userName: string
  }[]
  expect(history.filter((item) => item.tableName === 'record_question').map((item) => item.userName)).toEqual(
    [...['Company Writer', 'Agency Write']],
  )
})

test('only agency writers can ask, and only the record’s company can find and answer the question', async () => {
  const request = await fileUnderReview()
  expect((await ask('agency.read', request)).status).toBe(403)
  expect((await ask('company.writer', request)).status).toBe(403)
  const questionId = await askQuestion(request)
  expect((await answer('other.user', request, questionId, 'Mine')).status).toBe(404)
  expect((await answer('former.user', request, questionId, 'Mine')).status).toBe(403)
  expect((await answer('agency.write', request, questionId, 'For them')).status).toBe(403)
  expect((await answer('company.reader', request, questionId, 'I only read')).status).not.toBe(200)
  expect((await withdraw('company.writer', request, questionId)).status).toBe(403)
  const elsewhere = await fileUnderReview()
  expect((await answer('company.writer', elsewhere, questionId, 'To another record')).status).toBe(404)
  expect((await toDos('other.user')).filter((toDo) => toDo.url.includes(`/${request.id}/`))).toEqual([])
  expect((await detail('agency.write', request)).questions[0]).toMatchObject({ answeredAt: null })
})

test('a question is answered only once, even if two people answer at the same moment', async () => {
  const request = await fileUnderReview()
  const questionId = await askQuestion(request)
  const replies = await Promise.all([
    answer('company.writer', request, questionId, 'First'),
    answer('company.admin', request, questionId, 'Second'),
  ])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  expect((await answer('company.writer', request, questionId, 'Again')).status).toBe(409)
  const { questions } = await detail('agency.write', request)
  const storedAnswer = replies[0]!.status === 200 ? 'First' : 'Second'
  expect(questions.map((question) => question.answer)).toEqual([storedAnswer])
})

test('a record has one open question at most; withdrawing it or returning the record closes it', async () => {
  const request = await fileUnderReview()
  const first = await askQuestion(request)
  expect((await ask('agency.second', request)).status).toBe(409)
  expect((await withdraw('agency.second', request, first)).status).toBe(200)
  expect((await answer('company.writer', request, first, 'Too late')).status).toBe(409)
  const second = await askQuestion(request)
  await take('agency.write', 'return', request)
  const returned = await detail('company.writer', request)
  expect(returned.questions.map((question) => question.closedOn)).toEqual(['2026-11-20', '2026-11-20'])
  expect((await answer('company.writer', request, second, 'Too late')).status).toBe(409)
  expect((await ask('agency.write', request)).status).toBe(409)
  expect((await toDos('company.writer')).filter((toDo) => toDo.url.includes(`/${request.id}/`))).toEqual([])
})

test('an empty question, an empty answer and a past due date are refused with the name of the field', async () => {
  const request = await fileUnderReview()
  setToday('2026-11-20')
  const getStatusAndBody = async (reply: Promise<{ body: unknown; status: number }>) => {
    const { body, status } = await reply
    return [status, JSON.stringify(body)]
  }
  expect(await getStatusAndBody(ask('agency.write', request, 'Why?', '2026-11-19'))).toEqual([
    400,
    expect.stringContaining('dueDate'),
  ])
  expect(await getStatusAndBody(ask('agency.write', request, '   '))).toEqual([
    400,
    expect.stringContaining('question'),
  ])
  const questionId = await askQuestion(request)
  expect(await getStatusAndBody(answer('company.writer', request, questionId, ' '))).toEqual([
    400,
    expect.stringContaining('answer'),
  ])
})
