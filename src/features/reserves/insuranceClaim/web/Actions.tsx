import { Button } from '@mantine/core'
import type { PartProps } from '#engines/review/web/index.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { sendEmail } from '../model/calls.ts'
import type { ClaimDetail } from '../model/claims.ts'

const AFFECTED_DATA = ['email']

/** The button with which the agency mails the status of a claim to the people concerned. */
export function EmailStatusButton({ detail }: PartProps<ClaimDetail>) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const confirm = useConfirm()
  const write = useWrite(AFFECTED_DATA, { quiet: false })
  if (!agency || readOnly || detail.submitted === null) return null
  const mail = async () => {
    const { confirmed } = await confirm({
      title: 'Mail the status of this claim?',
      text: 'The person who submitted it and the contacts of the property are mailed the checks received, what was paid and what is held.',
      confirmLabel: 'Send the mail',
    })
    if (confirmed)
      await write(sendEmail, { params: { claimId: detail.insuranceClaimId } }, 'The mail is on its way.')
  }
  return (
    <Button variant="default" onClick={() => void mail()}>
      Email the status
    </Button>
  )
}
