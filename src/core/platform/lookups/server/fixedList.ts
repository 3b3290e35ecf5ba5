import { z } from 'zod'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import type { FixedList } from '../model/fixedList.ts'

/** Serves a fixed list: the reads answer its values, and the writes are refused with the reason. */
export function serveFixedList(list: FixedList): Served[] {
  const { path, access } = list
  const refuseWrite = async (): Promise<never> => refuse.rule(`The values of ${list.label} are fixed.`)
  const params = z.object({ id: id() })
  const refused = { access, summary: `${list.label}: fixed list; always refused`, answer: list.row }
  return [
    serve(
      call({ method: 'GET', path, access, summary: `${list.label}: every value`, answer: z.array(list.row) }),
      async () => [...list.rows],
    ),
    serve(
      call({
        method: 'GET',
        path: `${path}/GetModel`,
        access,
        summary: `${list.label}: an empty value`,
        answer: z.record(z.string(), z.null()),
      }),
      async () => Object.fromEntries(Object.keys(list.rows[0] ?? {}).map((key) => [key, null])),
    ),
    serve(
      call({
        method: 'GET',
        path: `${path}/:id`,
        access,
        params,
        summary: `${list.label}: one value`,
        answer: list.row,
      }),
      async (context) =>
        list.rows.find((row) => row[list.key] === context.params.id) ?? refuse.notFound('This value'),
    ),
    serve(call({ method: 'POST', path, ...refused }), refuseWrite),
    serve(call({ method: 'PUT', path, ...refused }), refuseWrite),
    serve(call({ method: 'DELETE', path: `${path}/:id`, params, ...refused }), refuseWrite),
  ]
}
