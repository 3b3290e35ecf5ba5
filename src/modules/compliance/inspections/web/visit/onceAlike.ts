/**
 * Runs work once per input: equal inputs in a row, also while the work is running, get the same answer.
 * Failed work is run again.
 */
export function onceAlike<Asked, Answer>(
  work: (nonNullable: Asked) => Promise<Answer>,
): (nonNullable: Asked) => Promise<Answer> {
  let last: { words: string; answer: Promise<Answer> } | null = null
  return (nonNullable) => {
    const text = JSON.stringify(nonNullable)
    if (last?.words === text) return last.answer
    const answer = work(nonNullable)
    const created = { words: text, answer }
    last = created
    answer.catch(() => {
      if (last === created) last = null
    })
    return answer
  }
}
