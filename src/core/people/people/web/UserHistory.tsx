import { useMemo } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { buildTimeline } from '#ui/frame/history.ts'
import { Timeline, type TimelineEntry } from '#ui/frame/Timeline.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getSignIns, getUserHistory } from '../model/calls.ts'
import { AppUser, UserRole } from '../model/entities.ts'
import { keyLabel } from '../model/permissionKeys.ts'

type SignIn = Answer<typeof getSignIns>[number]
type Line = Answer<typeof getUserHistory>[number]

const col = columns<SignIn>()
const signInColumns = [
  col.moment('When', (line) => line.at, { width: 170 }),
  col.chip(
    'What',
    (line) => (line.succeeded ? 'Signed in' : 'Failed attempt'),
    (line) => (line.succeeded ? 'green' : 'red'),
    { width: 130 },
  ),
  col.moment('Session ended', (line) => line.endedAt, { width: 170 }),
  col.text('Address', (line) => line.address, { width: 150 }),
  col.text('Browser', (line) => line.agent, { width: 420 }),
]

/** Lists the sign-ins and failed attempts of a person, with time and address. */
export function SignIns({ userId }: { userId: number }) {
  const rows = useCall(getSignIns, { params: { userId } })
  return (
    <DataTable
      caption="Sign-ins"
      rows={rows}
      columns={signInColumns}
      rowKey={(line) => `${line.at} ${line.succeeded}`}
      csvName="sign-ins"
      height={460}
      empty="Nobody has signed in with this account yet."
    />
  )
}

const verbs: Record<string, string> = { insert: 'given', update: 'changed', delete: 'taken away' }

/** The timeline entry of permissions that one request set alike. */
function createGrantEntry(line: Line, id: number): TimelineEntry {
  const keys = line.keys.map(keyLabel).join(', ')
  const scope = plural(line.properties, 'property', 'properties')
  const title =
    line.tableName === 'permission' ? `Permission ${verbs[line.action]}` : `Assignment ${verbs[line.action]}`
  return {
    id,
    at: line.at,
    person: line.userName ?? 'The system',
    action: `${title}: ${scope}`,
    reason: line.tableName === 'permission' ? `${keys} (${line.level})` : line.level,
    color: line.action === 'delete' ? 'red' : 'green',
  }
}

/** The timeline of an account and its rights, newest first. */
export function UserHistory({ userId }: { userId: number }) {
  const lines = useCall(getUserHistory, { params: { userId } })
  const entries = useMemo(
    () =>
      lines.flatMap((line, index) =>
        line.count > 0 && line.level !== null
          ? [createGrantEntry(line, index)]
          : buildTimeline([line], { entities: [AppUser, UserRole], whole: true }).map((timelineEntry) => ({
              ...timelineEntry,
              id: index,
            })),
      ),
    [lines],
  )
  return <Timeline entries={entries} />
}
