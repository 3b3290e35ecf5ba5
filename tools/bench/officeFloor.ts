import { setTimeout as delay } from 'node:timers/promises'
import type { Sides } from './comparisons.ts'
import { Connection } from './wire.ts'

/** The number of calls for one request of the office day. */
export const CALLS_PER_REQUEST = 7

/** Returns a pause of 50 to 150 percent of `pause`, so that people do not all continue at the same moment. */
export const computePause = (pause: number, number: number): number => pause * (0.5 + ((number * 0.37) % 1))

/** Creates the tables that the floor writes, without triggers and policies. */
export const prepareFloor = ({ world }: Sides) =>
  world.owner.query(`create table bench_office (like property_comment including all);
    create table bench_office_audit (like audit_log including all)`)

/**
 * Plays the office day on the floor with as many people and the same pauses. Each call is a transaction that
 * writes two tables. Returns the milliseconds of each call.
 */
export async function playOfficeDayOnFloor(
  { floor }: Sides,
  pause: number,
  people: number,
  requests: number,
): Promise<number[]> {
  await floor.plan({
    bare: {
      kind: 'write',
      fields: ['propertyId', 'comment'],
      statements: [
        'insert into bench_office (property_id, comment) values ($1, $2) returning *',
        `insert into bench_office_audit (table_name, row_id, operation, changes)
          values ('property_comment', $1, 'insert', jsonb_build_object('comment', $2::text))`,
      ],
    },
  })
  const times: number[] = []
  await Promise.all(
    Array.from({ length: people }, async (_, number) => {
      const connection = new Connection(floor.port)
      for (let index = 0; index < requests; index += 1) {
        if (pause > 0) await delay(computePause(pause, number + index))
        const started = performance.now()
        await connection.send({
          method: 'POST',
          path: '/bare',
          body: { propertyId: 1 + number, comment: `${index}` },
        })
        times.push(performance.now() - started)
      }
      connection.close()
    }),
  )
  return times
}
