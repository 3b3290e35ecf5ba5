/**
 * Work that is done once for what it is asked with: asked again alike, also while it is under way, it gives the same
 * answer. What failed is done anew.
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
