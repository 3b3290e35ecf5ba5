import { useQueryClient } from '@tanstack/react-query'
import type { Action } from '#kernel/model/workflow.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { statements } from '#modules/annualStatement/model/index.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { auditorWords } from '../model/auditor.ts'
import { openCures } from '../model/findings.ts'
import { approvalFaults, type CardView, reviewFaults } from '../model/view.ts'
import styles from './reportCard.module.css'
import type { CardWriting } from './useCard.ts'
import { savedWords } from './useInTurn.ts'

/** What decides: how the card stands, what the next step waits for as links, and the steps. */
export function CardFoot({ writing: { view, saving } }: { writing: CardWriting }) {
  const client = useQueryClient()
  const { card, statement, metrics, checklist, findings } = view
  const actions = (card.archivedAt ? [] : statement.actions.filter((one) => one.to !== null)).map((one) =>
    one.to! >= 5 ? { ...one, confirm: `${one.confirm} ${auditorWords(statement)}`.trim() } : one,
  )
  const run = async (action: Action, reason: string) => {
    await ask(
      statements.calls.changeStatus,
      { body: { id: card.afsId, statusId: action.to!, reason, version: statement.version } },
      { quiet: true },
    ).finally(() => Promise.all(['afs', 'afsreportcard'].map((name) => client.invalidateQueries({ queryKey: [name] }))))
    notify('Done.')
  }
  const level = (...wanted: readonly string[]) => metrics.filter((one) => wanted.includes(one.level)).length
  const red = level('fail')
  return (
    <footer className={styles.foot} data-noprint>
      <dl>
        <Sum label="Checklist" value={`${checklist.filter((one) => one.answer === null).length} to answer`} />
        <Sum label="Open findings" value={`${openCures(findings).length} to cure`} />
        <Sum
          label="Card"
          value={`${level('good')} green, ${level('fair', 'watch')} amber${red ? `, ${red} red` : ''}`}
        />
      </dl>
      <Waits view={view} />
      <span className={styles.words} role="status">
        {savedWords(saving)}
      </span>
      <ActionBar actions={actions} run={run} label="What can be done next" />
    </footer>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** What the next step waits for; each leads to where it is done. */
function Waits({ view }: { view: CardView }) {
  const { statusId } = view.statement
  if (!view.open) return null
  const faults = statusId === 3 ? reviewFaults(view) : approvalFaults(view)
  const first = faults[0]
  if (!first) return <p>{statusId === 3 ? 'Nothing keeps it from being marked as reviewed.' : 'Nothing is open.'}</p>
  const place = first.field.startsWith('answers.') ? `answer-${first.field.slice(8)}` : 'findings'
  const go = () => {
    const row = document.getElementById(place)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector('button')?.focus()
  }
  return (
    <p>
      {statusId === 3 ? 'To mark it as reviewed: ' : 'To approve it: '}
      <LinkButton onClick={go}>{first.message}</LinkButton>
      {faults.length > 1 && ` And ${faults.length - 1} more.`}
    </p>
  )
}
