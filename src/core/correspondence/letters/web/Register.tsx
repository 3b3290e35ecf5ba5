import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getLetterRegister, MAX_REGISTER_LINES, type RegisterLine, resendLetter } from '../model/calls.ts'

const col = columns<RegisterLine>()
const sharedColumns = [
  col.text('Property or company', (line) => line.propertyName, { width: 240 }),
  col.date('Dated', (line) => line.letterDate, { width: 110 }),
  col.text('Made by', (line) => line.createdByName, { width: 170, lesser: true }),
  col.text('Last mailed to', (line) => line.mailedTo, { width: 280 }),
  col.moment('Last mailed', (line) => line.mailedAt, { width: 160 }),
]
const tabs = [
  { label: 'All', match: () => true },
  { label: 'Never mailed as PDF', match: (line: RegisterLine) => line.mailedAt === null },
]

/** The register of the agency's letters with their last recipients by mail. Each can be sent again. */
export default function Register() {
  const rows = useCall(getLetterRegister, {})
  const mayResend = useMay(resendLetter)
  const [selected, setSelected] = useState<RegisterLine | null>(null)
  const columns = useMemo(
    () => [
      mayResend
        ? col.button('Letter', (line) => line.title, setSelected, { width: 320 })
        : col.text('Letter', (line) => line.title, { width: 320 }),
      ...sharedColumns,
    ],
    [mayResend],
  )
  return (
    <>
      <h2>Letters</h2>
      <p>
        Each letter can be read at its record. A letter is mailed as PDF with its decision, where the
        letterhead says so, or from here. The newest {formatNumber(MAX_REGISTER_LINES)} are listed.
      </p>
      <DataTable
        caption="Letters"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.letterId}
        tabs={tabs}
        csvName="letters"
        empty="No letter has been made yet."
      />
      {selected && (
        <ResendDialog key={selected.letterId} letter={selected} onClose={() => setSelected(null)} />
      )}
    </>
  )
}

function ResendDialog({ letter, onClose }: { letter: RegisterLine; onClose: () => void }) {
  const resend = useSend(resendLetter)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    setFault(null)
    try {
      const { sentTo } = await resend({
        params: { id: letter.letterId },
        body: { email: email.trim() || null },
      })
      notify(`The letter goes to ${sentTo.join(', ')}.`)
      onClose()
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : 'The letter could not be sent.')
      setIsSending(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={`Send again: ${letter.title}`} size="lg">
      <TextInput
        label="Mail address"
        description="Left empty, it goes to everybody the mail of its decision went to."
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fault}
      />
      <Button mt="md" loading={isSending} onClick={() => void send()}>
        Send as PDF
      </Button>
    </Dialog>
  )
}
