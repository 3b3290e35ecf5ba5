import { Button, Group, Stack, Text } from '@mantine/core'
import { formatDate } from '#kernel/model/dates.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { currentSession } from '#kernel/web/session.ts'
import { confirmProposal, dropProposal, type SettingLine } from '../model/calls.ts'
import { formatSetting } from '../model/settingText.ts'

/** Shows the text when the work is done. A failure shows its own notice. */
const notifyAfter = (work: Promise<unknown>, text: string) =>
  void work.then(
    () => notify(text),
    () => undefined,
  )

/**
 * For a control setting: explains that two administrators change it, or shows the open proposal with
 * buttons to confirm or drop it.
 */
export function ProposalPart({ line, canChange }: { line: SettingLine; canChange: boolean }) {
  const confirm = useSend(confirmProposal)
  const drop = useSend(dropProposal)
  if (!line.control) return null
  const { proposal } = line
  if (!proposal)
    return (
      <Text size="sm">
        Two administrators change this setting: one proposes a value, another confirms it, and it holds from
        the next day at the earliest. All administrators and managers are mailed. Earlier submissions keep the
        rule of its day.
      </Text>
    )
  const params = { id: proposal.settingProposalId }
  const from = formatDate(proposal.effectiveFrom, 'MM/DD/YYYY')
  const change =
    proposal.value === null
      ? `Withdraw the value from ${from}`
      : `${formatSetting(line, proposal.value)} from ${from}`
  const isOwnProposal = currentSession()?.userId === proposal.proposedById
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>Waits for a second administrator: {change}</Text>
      <Text size="sm">
        Proposed by {proposal.proposedByName} on {formatDate(proposal.proposedAt, 'MM/DD/YYYY h:mm A')}.
        Nothing changes until another administrator confirms it.
      </Text>
      {canChange && (
        <Group gap="xs">
          {!isOwnProposal && (
            <Button onClick={() => notifyAfter(confirm({ params }), `${line.label}: ${change}.`)}>
              Confirm the change
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => notifyAfter(drop({ params }), 'The proposed change is dropped.')}
          >
            Drop the proposal
          </Button>
        </Group>
      )}
    </Stack>
  )
}
