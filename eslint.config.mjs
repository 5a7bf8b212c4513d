// React's own rules, which Biome does not have: rendering is pure, so that React may throw a rendering away.
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
      // What the rules cannot read they do not check: that is an error, too.
      "react-hooks/todo": "error",
      // `react-hooks/refs` does not see this one when what is written comes from an optional chain.
      "no-restricted-syntax": [
        "error",
        {
          selector: ["", "IfStatement >", "IfStatement > BlockStatement >"]
            .map((inside) => `${component} > ${inside} ${writesRef}`)
            .join(", "),
          message: "A ref is written in an effect or an event, never while rendering.",
        },
      ],
      // It is about speed: what waits for hydration or for the layout sets state in an effect.
      "react-hooks/set-state-in-effect": "off",
      // Biome's useExhaustiveDependencies checks this.
      "react-hooks/exhaustive-deps": "off",
    },
  },
];
