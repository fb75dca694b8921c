import styles from './drawings.module.css'

const wheels = [132, 400] as const

function Wheel({x}: {x: number}) {
  return (
    <>
      <circle className={styles.ground} cx={x} cy="162" r="46" />
      <circle cx={x} cy="162" r="30" />
      <circle className={styles.solid} cx={x} cy="162" r="5" />
      {[0, 72, 144, 216, 288].map((angle) => (
        <path
          key={angle}
          className={styles.faint}
          d={`M${x} 155V134M${x - 4} 155 ${x - 7} 135`}
          transform={`rotate(${angle} ${x} 162)`}
        />
      ))}
    </>
  )
}

/** A vehicle from the side. Drawn in a box of 540 × 210. */
export function Vehicle() {
  return (
    <>
      <path
        className={styles.ground}
        d="M24 164l-4-30c0-24 8-36 32-42 34-8 58-46 106-60 52-14 122-12 162 4 32 14 56 38 76 48 52 4 96 12 112 28 10 12 12 32 6 52h-60a54 54 0 0 0-108 0H186a54 54 0 0 0-108 0Z"
      />
      <path d="M132 86c14-20 28-36 48-42 20-5 42-7 64-7v49Zm124-49c36 0 58 4 76 14 16 10 30 24 36 35H256Z" />
      <path
        className={styles.faint}
        d="M250 32v118M186 150h160M52 104c150-10 320-8 448 10M218 102h16M326 102h16M356 96c4 20 2 38-10 54"
      />
      <path d="m506 114-28 3 6 14 24 2M20 126h16v18H21" />
      {wheels.map((x) => (
        <Wheel key={x} x={x} />
      ))}
    </>
  )
}
