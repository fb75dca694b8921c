/**
 * Asks again while long queries have to wait for too long: on a busy machine their process may take more time to start
 * than the lake lets a query wait.
 */
export async function whileBusy<Answer extends {body: unknown}>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (!JSON.stringify(answer.body).includes('"queryBusyError"')) return answer
  }
}
