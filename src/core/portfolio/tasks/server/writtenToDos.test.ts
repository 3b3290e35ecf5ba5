import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { ToDoLine } from '../model/shapes.ts'
import type { WrittenToDo } from '../model/writtenToDos.ts'

let portal: Portal
let toDoId: number
let itemToDoId: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(
    `insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false)`,
  )
})
afterAll(() => portal.close())

type Payload = Record<string, unknown>
const addToDo = (path: string, payload: Payload) =>
  portal.ask('agency.write', 'POST', path, { propertyId: 1, type: 3, done: false, ...payload })

beforeEach(async () => {
  portal.setNow(new Date('2026-11-23T15:00:00Z'))
  await portal.owner.query('delete from to_do; delete from item_to_do; delete from task_message')
  const reply = await addToDo('/api/ToDo', {
    title: 'Correct the vacancies of August',
    details: 'Two units are vacant twice.',
    dueDate: '2026-11-27',
  })
  toDoId = (reply.body as { toDoId: number }).toDoId
  itemToDoId = (
    (await addToDo('/api/ItemToDo', { item: 7, title: 'Sign it' })).body as { itemToDoId: number }
  ).itemToDoId
})

const getPath = (kind: 'property' | 'item' = 'property') =>
  `/api/ToDo/Written/${kind}/${kind === 'property' ? toDoId : itemToDoId}`
const readToDo = async (persona: string, kind: 'property' | 'item' = 'property') =>
  (await portal.ask(persona, 'GET', getPath(kind))).body as WrittenToDo
const takeStep = (
  persona: string,
  name: string,
  payload: Payload = {},
  kind: 'property' | 'item' = 'property',
) => portal.ask(persona, 'POST', `${getPath(kind)}/${name}`, payload)
const loadWaitingToDos = async (persona: string, url = '/api/tasks/GetToDo') =>
  ((await portal.ask(persona, 'GET', url)).body as ToDoLine[])
    .filter((line) => line.kind.startsWith('todo'))
    .map(({ kind, title, act, url }) => ({ kind, title, act, url }))
const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)

test('a to-do shows its text and writer, and the list links to it', async () => {
  expect(await loadWaitingToDos('company.writer')).toEqual([
    {
      kind: 'todo',
      title: 'Correct the vacancies of August',
      act: 'Answer',
      url: `/todolist/property/1/written/property/${toDoId}`,
    },
    {
      kind: 'todo.item',
      title: 'Sign it',
      act: 'Answer',
      url: `/todolist/property/1/written/item/${itemToDoId}`,
    },
  ])
  expect(await readToDo('company.writer')).toMatchObject({
    about: 'Occupancy',
    propertyName: 'Maple Grove Apartments',
    details: 'Two units are vacant twice.',
    writtenByName: 'Agency Write',
    mayAct: true,
  })
  expect(await readToDo('company.reader', 'item')).toMatchObject({
    about: 'Occupancy, item 7',
    mayAct: false,
  })
  // It is not a to-do of people who may only read it, but the property's list shows it to them.
  expect(await loadWaitingToDos('company.reader')).toEqual([])
  expect(await loadWaitingToDos('company.reader', '/api/tasks/GetToDoProperty/1')).toHaveLength(2)
})

test('an answer is sent to the writer, and the to-do then waits for the agency', async () => {
  expect(getFields(await takeStep('company.writer', 'Answer', { answer: ' ' }))).toEqual(['answer'])
  const reply = await takeStep('company.writer', 'Answer', { answer: 'One was typed twice; it is mended.' })
  expect(reply.body).toMatchObject({
    answeredByName: 'Company Writer',
    answeredAt: '2026-11-23T15:00:00.000Z',
    answer: 'One was typed twice; it is mended.',
  })
  const messages = (await portal.ask('agency.write', 'GET', '/api/TaskMessage/GetTaskMessages')).body
  expect(messages).toMatchObject([
    {
      fromName: 'Company Writer',
      incoming: true,
      taskName: 'Correct the vacancies of August',
      message: 'One was typed twice; it is mended.',
      url: `/todolist/property/1/written/property/${toDoId}`,
    },
  ])
  expect((await loadWaitingToDos('company.writer')).map((item) => item.kind)).toEqual(['todo.item'])
  expect((await loadWaitingToDos('agency.second')).map((item) => item.kind)).toEqual(['todo.answered'])
  expect((await takeStep('company.writer', 'Answer', { answer: 'Once more' })).status).toBe(409)
  // After it is reopened it waits for the company again. Once done it waits for no one.
  expect((await takeStep('agency.second', 'Reopen')).body).toMatchObject({ answer: null, done: false })
  expect(await loadWaitingToDos('company.writer')).toHaveLength(2)
  expect((await takeStep('company.writer', 'Done')).body).toMatchObject({ done: true })
  expect((await loadWaitingToDos('company.writer')).map((item) => item.kind)).toEqual(['todo.item'])
  const { history } = await readToDo('company.writer')
  expect(history.filter((line) => line.action === 'update')).toHaveLength(3)
})

test('a to-do that was put off returns on its day, and it cannot be put off past its due date', async () => {
  for (const until of ['2026-11-23', '2026-11-28'])
    expect(getFields(await takeStep('company.writer', 'Snooze', { until }))).toEqual(['until'])
  expect(getFields(await takeStep('company.writer', 'Snooze', { until: '2027-02-22' }, 'item'))).toEqual([
    'until',
  ])
  expect((await takeStep('company.writer', 'Snooze', { until: '2026-11-27' })).body).toMatchObject({
    snoozedUntil: '2026-11-27',
  })
  expect((await loadWaitingToDos('company.writer')).map((item) => item.kind)).toEqual(['todo.item'])
  portal.setNow(new Date('2026-11-26T23:00:00Z'))
  expect(await loadWaitingToDos('company.writer')).toHaveLength(1)
  portal.setNow(new Date('2026-11-27T15:00:00Z'))
  expect(await loadWaitingToDos('company.writer')).toHaveLength(2)
  // Putting it off without a day brings it back at once.
  portal.setNow(new Date('2026-11-23T15:00:00Z'))
  expect((await takeStep('company.writer', 'Snooze', { until: null })).body).toMatchObject({
    snoozedUntil: null,
  })
  expect(await loadWaitingToDos('company.writer')).toHaveLength(2)
})

test('readers may not change it, other companies get 404, and the agency may not answer for the company', async () => {
  const before = await readToDo('company.reader')
  for (const [name, payload] of [
    ['Answer', { answer: 'Mine' }],
    ['Done', {}],
    ['Snooze', { until: '2026-11-25' }],
  ] as const) {
    expect((await takeStep('company.reader', name, payload)).status).toBe(403)
    expect((await takeStep('agency.read', name, payload)).status).toBe(403)
    expect((await takeStep('other.user', name, payload)).status).toBe(404)
    if (name !== 'Done') expect((await takeStep('agency.write', name, payload)).status).toBe(403)
  }
  expect((await portal.ask('other.user', 'GET', getPath())).status).toBe(404)
  expect((await takeStep('company.writer', 'Reopen')).status).toBe(403)
  expect(await readToDo('company.reader')).toEqual(before)
  // The company's calls cannot change other fields.
  expect((await portal.ask('company.writer', 'PUT', '/api/ToDo', { toDoId, title: 'Mine' })).status).toBe(403)
})
