import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PermissionEntry } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { getAllMcUsers, getMcUsers } from '../model/calls.ts'
import { type getPermissionGrid, getUserPermissions } from '../model/permissionCalls.ts'

type Grid = Answer<typeof getPermissionGrid>
type Props = { grid: Grid; onCopy: (entries: readonly PermissionEntry[]) => void }

/**
 * Copies the rights of another person into the grid without saving. The choice offers the people of the
 * same company; for a person without a company all visible people.
 */
export function CopyFrom(props: Props) {
  const { managementCompanyId } = props.grid
  return managementCompanyId === null ? (
    <FromAllPeople {...props} />
  ) : (
    <FromColleagues {...props} company={managementCompanyId} />
  )
}

const FromAllPeople = (props: Props) => <ChoosePerson {...props} people={useCall(getMcUsers, {})} />
const FromColleagues = ({ company, ...props }: Props & { company: number }) => (
  <ChoosePerson {...props} people={useCall(getAllMcUsers, { params: { managementCompanyId: company } })} />
)

function ChoosePerson({ grid, onCopy, people }: Props & { people: Answer<typeof getMcUsers> }) {
  const client = useQueryClient()
  const [selected, setSelected] = useState<number | null>(null)
  const options = useMemo(
    () =>
      people
        .filter((person) => person.userId !== grid.userId)
        .map((person) => ({ value: person.userId, label: `${person.name} (${person.userName})` })),
    [people, grid.userId],
  )
  const copy = async () => {
    if (selected === null) return
    try {
      const entries = await client.fetchQuery(
        buildCallQuery(getUserPermissions, { params: { id: selected } }),
      )
      onCopy(entries)
      notify('Copied. Look it over, then save.')
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'This could not be copied.', { kind: 'error' })
    }
  }
  return (
    <>
      <ChoiceInput
        label="Copy from"
        options={options}
        value={selected}
        onChange={(value) => setSelected(value === null ? null : Number(value))}
        width="min(20rem, 100%)"
      />
      <Button variant="default" disabled={selected === null} onClick={() => void copy()}>
        Copy
      </Button>
    </>
  )
}
