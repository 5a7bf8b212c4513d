// React's own rules, which Biome does not have: rendering is pure, because React may discard a rendering.
import babel from "@babel/eslint-parser";
import reactHooks from "eslint-plugin-react-hooks";

const { recommended } = reactHooks.configs.flat;
const component = "FunctionDeclaration[id.name=/^(use[A-Z]|[A-Z])/] > BlockStatement";
const writesRef = 'ExpressionStatement > AssignmentExpression[left.property.name="current"]';

export default [
  {
    ...recommended,
    files: ["web/**/*.{ts,tsx}", "cms/**/*.tsx"],
    ignores: ["**/*.css.ts"],
    languageOptions: {
      parser: babel,
      parserOptions: {
        requireConfigFile: false,
        babelOptions: { babelrc: false, configFile: false, parserOpts: { plugins: ["typescript", "jsx"] } },
      },
    },
    rules: {
      ...recommended.rules,
      // Code that the rules cannot analyze is an error.
      "react-hooks/todo": "error",
      // `react-hooks/refs` misses an assignment of an optional chain.
      "no-restricted-syntax": [
        "error",
        {
          selector: ["", "IfStatement >", "IfStatement > BlockStatement >"]
            .map((inside) => `${component} > ${inside} ${writesRef}`)
            .join(", "),
          message: "A ref is written in an effect or an event, never while rendering.",
        },
      ],
      // Components that wait for hydration or layout set state in an effect.
      "react-hooks/set-state-in-effect": "off",
      // Biome's useExhaustiveDependencies checks this.
      "react-hooks/exhaustive-deps": "off",
    },
  },
];
