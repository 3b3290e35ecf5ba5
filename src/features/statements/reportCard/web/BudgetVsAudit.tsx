import { Link, useSearchParams } from 'react-router'
import type { Answer, Ask } from '#kernel/model/call.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { cards, getBudgetVsAudit } from '../model/calls.ts'
import type { Variance } from '../model/variance.ts'
import { getReportCardPlace } from './Formula.tsx'
import styles from './reportCard.module.css'
import { StoredText } from './StoredText.tsx'
import { describeSaving, hasSucceeded, useSaveQueue } from './useSaveQueue.ts'
import type { SaveWords } from './useStoredText.ts'

type BudgetComparison = Answer<typeof getBudgetVsAudit>

/**
 * The screen that compares each account of the budget with its audited amount, with variance and
 * explanation (domain 8.7).
 */
export default function BudgetVsAudit() {
  const { afsId } = useNumericParams('afsId')
  const card = useSearchParams()[0].get('card')
  if (useIsAgency()) return <Sheet key={`${afsId} ${card}`} afsId={afsId} card={card} />
  return (
    <Screen title="Budget against audit">
      <AgencyOnly>{null}</AgencyOnly>
    </Screen>
  )
}

/**
 * Returns the state of saving, and a function that saves the explanation of an account. Saves run one after
 * another.
 */
function useExplanations(parts: Ask<typeof getBudgetVsAudit>) {
  const { saving, write } = useSaveQueue<BudgetComparison>(buildCallQuery(getBudgetVsAudit, parts).queryKey)
  const explain =
    (code: string): SaveWords =>
    (text, over) =>
      hasSucceeded(
        write(({ afsReportCardId, version, explanations: { [code]: storedText, ...otherRows } }) => {
          over(storedText ?? null)
          const explanations = text ? { ...otherRows, [code]: text } : otherRows
          return ask(cards.update, {
            body: { afsReportCardId: afsReportCardId!, version: version!, explanations },
          })
        }),
      )
  return { saving, explain }
}

function Sheet({ afsId, card }: { afsId: number; card: string | null }) {
  const parts = { params: { afsId }, query: card ? { reportCardId: Number(card) } : {} }
  const call = useCall(getBudgetVsAudit, parts)
  const { saving, explain } = useExplanations(parts)
  const flagged = call.lines.filter((line) => line.flagged)
  return (
    <Screen
      title={`Budget against audit ${call.year}`}
      of={call.subject}
      breadcrumbs={[
        { label: 'Report card', to: `/afs/review/reportcard/${afsId}${card ? `?card=${card}` : ''}` },
      ]}
    >
      <p>
        {call.budget
          ? `The ${call.year} budget ${call.budget.requestNumber} (${call.budget.statusLabel}) compared with the audited statement, ${call.units} units.`
          : `There is no ${call.year} budget to compare with.`}{' '}
        {flagged.length} {flagged.length === 1 ? 'line differs' : 'lines differ'} by more than{' '}
        {call.limits.percent}% and {formatMoney(call.limits.dollars)};{' '}
        {flagged.filter((item) => !item.explanation).length} without explanation.{' '}
        <span role="status">{describeSaving(saving)}</span>
      </p>
      <div className={styles.wide}>
        <table className={styles.table}>
          <caption className="visually-hidden">Budget against audit</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              {columnLabels.map((label) => (
                <th key={label} scope="col" className={styles.number}>
                  {label}
                </th>
              ))}
              <th scope="col">Explanation</th>
            </tr>
          </thead>
          <tbody>
            {call.lines.map((line) => (
              <Line key={line.code} line={line} of={call} explain={explain} />
            ))}
          </tbody>
        </table>
      </div>
    </Screen>
  )
}

const columnLabels = ['Budget', 'Audited', 'Variance', 'Percent', 'Budget a unit', 'Audited a unit'] as const

const money = (dollars: number | null) => (dollars === null ? '–' : formatMoney(dollars).replace('-', '−'))
const addPlusSign = (value: number, text: string) => (value > 0 ? `+${text}` : text)

type LineProps = { line: Variance; of: BudgetComparison; explain: (code: string) => SaveWords }

function Line({ line, of, explain }: LineProps) {
  const { code, name, total, flagged, favorable, percent, variance, explanation } = line
  const effect = favorable === null ? '' : favorable ? 'favorable' : 'unfavorable'
  return (
    <tr data-total={total || undefined} data-flagged={flagged || undefined}>
      <th scope="row">
        <Link to={getReportCardPlace(code, of)}>{code}</Link> {name}
      </th>
      <td className={styles.number} data-label={columnLabels[0]}>
        {money(line.budget)}
      </td>
      <td className={styles.number} data-label={columnLabels[1]}>
        {money(line.actual)}
      </td>
      <td className={styles.number} data-label={columnLabels[2]} data-side={effect || undefined}>
        {addPlusSign(variance, money(variance))}
        {effect && <small>{effect}</small>}
      </td>
      <td className={styles.number} data-label={columnLabels[3]}>
        {percent === null ? 'n/a' : addPlusSign(percent, `${percent.toFixed(1).replace('-', '−')}%`)}
      </td>
      <td className={styles.number} data-label={columnLabels[4]}>
        {money(line.budgetPerUnit)}
      </td>
      <td className={styles.number} data-label={columnLabels[5]}>
        {money(line.actualPerUnit)}
      </td>
      <td>
        {flagged && of.open ? (
          <StoredText
            className={styles.explanation}
            aria-label={`Explanation of ${code} ${name}`}
            placeholder="What explains it?"
            maxLength={1000}
            readOnly={false}
            place={`card/${of.afsReportCardId}/variance/${code}`}
            value={explanation}
            save={explain(code)}
          />
        ) : (
          explanation
        )}
      </td>
    </tr>
  )
}
