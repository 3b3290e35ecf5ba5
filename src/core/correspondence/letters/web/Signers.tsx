import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { users } from '#core/people/people/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { signers } from '../model/calls.ts'
import type { Signer } from '../model/entities.ts'
import { SignerDialog } from './SignerDialog.tsx'
import styles from './Signers.module.css'

type SignerRow = Row<typeof Signer>

const col = columns<SignerRow>()

type Staff = readonly { value: number; label: string }[]

function buildColumns(staff: Staff, open: ((row: SignerRow) => void) | null) {
  const names = new Map(staff.map((item) => [item.value, item.label]))
  return [
    open
      ? col.button('Name', (row) => row.name, open, { width: 180 })
      : col.text('Name', (row) => row.name, { width: 180 }),
    col.text('Title', (row) => row.title, { width: 180 }),
    col.text('Department', (row) => row.department, { width: 170 }),
    col.text('Phone', (row) => row.phoneNumber, { lesser: true }),
    col.text('Last line', (row) => row.endLine, { lesser: true }),
    col.text('Signs for', (row) => names.get(row.userId ?? 0), { width: 230 }),
    col.node('Signature', (row) => row.image && <img src={row.image} alt="" className={styles.thumb} />, {
      width: 110,
      text: (row) => (row.image ? 'Yes' : 'No'),
    }),
    col.bool('Active', (row) => row.active),
  ]
}

/** The table of people who sign the agency's letters, with their signature blocks. */
export default function Signers() {
  const rows = useCall(signers.getAll, {})
  const people = useCall(users.getAll, {})
  const mayWrite = useMay(signers.create)
  const [openSigner, setOpenSigner] = useState<SignerRow | 'new' | null>(null)
  const staff = useMemo(
    () =>
      people
        .filter((person) => person.managementCompanyId === null)
        .map((person) => ({
          value: person.userId,
          label: `${person.firstName} ${person.lastName} (${person.userName})`,
        })),
    [people],
  )
  const columns = useMemo(() => buildColumns(staff, mayWrite ? setOpenSigner : null), [staff, mayWrite])
  const add = mayWrite && (
    <Button size="xs" onClick={() => setOpenSigner('new')}>
      Add signature block
    </Button>
  )
  return (
    <>
      <DataTable
        caption="Signature blocks"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.signerId}
        csvName="signature-blocks"
        tools={add}
        empty={
          <EmptyState
            title="No signature blocks yet"
            text="Letters go out without a block until the person who decides has one."
            action={add}
          />
        }
      />
      {openSigner && (
        <SignerDialog
          signer={openSigner === 'new' ? null : openSigner}
          staff={staff}
          onClose={() => setOpenSigner(null)}
        />
      )}
    </>
  )
}
