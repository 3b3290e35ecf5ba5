/**
 * Runs work once per input: equal inputs in a row, also while the work is running, get the same answer.
 * Failed work is run again.
 */
export function onceAlike<Asked, Answer>(work: (asked: Asked) => Promise<Answer>): (asked: Asked) => Promise<Answer> {
  let last: { words: string; answer: Promise<Answer> } | null = null
  return (asked) => {
    const words = JSON.stringify(asked)
    if (last?.words === words) return last.answer
    const answer = work(asked)
    const made = { words, answer }
    last = made
    answer.catch(() => {
      if (last === made) last = null
    })
    return answer
  }
}
