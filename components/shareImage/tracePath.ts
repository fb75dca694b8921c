/** A trace as from an oscilloscope, drawn from a text: the same text always draws the same, another another. */
export function tracePath(text: string, {width, height}: {width: number; height: number}): string {
  const seed = [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7)
  const middle = height / 2
  const steps = 150
  const points = Array.from({length: steps + 1}, (_, step) => {
    const x = step / steps
    // A burst that rises and settles, as a shaker's does, with a little of its second harmonic.
    const envelope = Math.sin(Math.PI * x) ** 2
    const wave = Math.sin(x * (22 + (seed % 17)) + seed) + 0.35 * Math.sin(x * (47 + (seed % 29)))
    return `${(x * width).toFixed(1)} ${(middle - wave * envelope * middle * 0.7).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
